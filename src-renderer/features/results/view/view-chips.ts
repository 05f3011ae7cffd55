/** What a view leaves out, in words, each with the view that is left without it. */
import type { Duplicates, View } from '#shared/contract/view.ts';
import { countOf } from '../../../components/words.ts';

export interface ViewChip {
  key: string;
  text: string;
  /** Name of the button that takes it off. */
  remove: string;
  /** The view without it. */
  without: View;
}

/** In the order in which they take effect. */
export function viewChips(view: View, duplicates: Duplicates | null): ViewChip[] {
  if (view.hideDuplicatesBy === null) return [];
  return [
    {
      key: 'duplicates',
      text:
        duplicates === null
          ? 'Duplicates hidden'
          : `${countOf(duplicates.count, 'duplicate')} hidden`,
      remove: 'Show duplicates',
      without: { ...view, hideDuplicatesBy: null },
    },
  ];
}
