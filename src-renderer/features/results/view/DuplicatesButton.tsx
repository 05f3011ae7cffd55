import { CopyMinus } from 'lucide-react';
import type { Duplicates } from '#shared/contract/view.ts';
import { countOf } from '../../../components/words.ts';
import { ToolButton } from '../toolbar/ToolButton.tsx';

interface DuplicatesButtonProps {
  duplicates: Duplicates;
  onHide: () => void;
}

/** Says how many rows came more than once, and hides them. They are never deleted. */
export function DuplicatesButton({ duplicates, onHide }: DuplicatesButtonProps) {
  return (
    <ToolButton
      tool="duplicates"
      label={`Hide ${countOf(duplicates.count, 'duplicate')}`}
      icon={CopyMinus}
      hint="The service sent these more than once. The first of each stays; all are kept."
      onClick={onHide}
    />
  );
}
