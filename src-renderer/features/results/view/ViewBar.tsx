import { X } from 'lucide-react';
import type { Duplicates, OpenedView, View } from '#shared/contract/view.ts';
import { grouping } from '../../../components/words.ts';
import classes from './ViewBar.module.css';
import { viewChips } from './view-chips.ts';

interface ViewBarProps {
  view: View;
  onView: (view: View) => void;
  /** Null until it is known. */
  opened: OpenedView | null;
  duplicates: Duplicates | null;
  rowCount: number;
}

/** Which rows are shown, and why not all: each reason is a chip that can be taken off. */
export function ViewBar({ view, onView, opened, duplicates, rowCount }: ViewBarProps) {
  const chips = viewChips(view, duplicates);
  if (chips.length === 0) return null;
  return (
    <section aria-label="Shown rows" className={classes.bar}>
      <output className={classes.count}>{countWords(opened, rowCount)}</output>
      {chips.map(({ key, text, remove, without }) => (
        <span key={key} className={classes.chip}>
          {text}
          <button
            type="button"
            aria-label={remove}
            className={classes.remove}
            onClick={() => onView(without)}
          >
            <X aria-hidden />
          </button>
        </span>
      ))}
    </section>
  );
}

/** While columns are being filled, the answer is about the rows they have. */
function countWords(opened: OpenedView | null, rowCount: number): string {
  if (opened === null) return 'Looking through the rows…';
  const { count, rows, of } = opened;
  const whole = `${grouping(count)} of ${grouping(rows)} rows`;
  return rows < of ? `${whole} (of ${grouping(rowCount)}, still being prepared)` : whole;
}
