import { Button, Tooltip } from '@mantine/core';
import { CopyMinus } from 'lucide-react';
import type { Duplicates } from '#shared/contract/view.ts';
import { countOf } from '../../../components/words.ts';

interface DuplicatesButtonProps {
  duplicates: Duplicates;
  onHide: () => void;
}

/** Says how many rows came more than once, and hides them. They are never deleted. */
export function DuplicatesButton({ duplicates, onHide }: DuplicatesButtonProps) {
  const words = countOf(duplicates.count, 'duplicate');
  return (
    <Tooltip label="The service sent these more than once. The first of each stays; all are kept.">
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        leftSection={<CopyMinus aria-hidden />}
        onClick={onHide}
      >
        Hide {words}
      </Button>
    </Tooltip>
  );
}
