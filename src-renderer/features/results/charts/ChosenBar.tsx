import { Button } from '@mantine/core';
import { countOf } from '../../../components/words.ts';

interface ChosenBarProps {
  /** "16 Nov 2026 – 18 Nov 2026". */
  name: string;
  /** Rows in it. */
  count: number;
  onKeep: () => void;
  onClear: () => void;
}

/** What is done with chosen bars. */
export function ChosenBar({ name, count, onKeep, onClear }: ChosenBarProps) {
  return (
    <>
      <span>
        {name} · {countOf(count, 'row')}
      </span>
      <Button size="compact-xs" variant="default" onClick={onKeep}>
        Keep these rows
      </Button>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </>
  );
}
