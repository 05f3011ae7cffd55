import { expect, it } from 'vitest';
import { everyRow, type View } from '#shared/contract/view.ts';
import { viewChips } from '#renderer/features/results/view/view-words.ts';

const hidden: View = { ...everyRow, hideDuplicatesBy: 'id' };

const chipOf = (view: View, acrossInputs: number | null) =>
  viewChips(view, [], { field: 'id', rows: 9, of: 9, count: 2, acrossInputs }, 'UTC')[0];

it('duplicates of a list are hidden within an input or across inputs: a click takes the other', () => {
  expect(chipOf(hidden, null)).toMatchObject({ text: '2 duplicates hidden', onText: null });
  const across: View = { ...hidden, acrossInputs: true };
  expect(chipOf(hidden, 4)).toMatchObject({
    text: '2 duplicates within an input hidden',
    onText: { to: 'Hide them across inputs too', view: across },
  });
  expect(chipOf(across, 4)).toMatchObject({
    text: '4 duplicates across inputs hidden',
    onText: { to: 'Hide them within each input only', view: hidden },
    without: everyRow,
  });
});
