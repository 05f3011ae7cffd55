import { ChevronDown, ChevronRight, CornerDownRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Column } from '#shared/contract/run.ts';
import { FullValue } from '../record/FullValue.tsx';
import { valueView, viewText } from '../values/cell-view.ts';
import { useDateLook } from '../values/date-look.ts';
import classes from './ExtraCard.module.css';
import { extraColumns, extraTitle, summaryParts } from './extra-parts.ts';

interface ExtraCardProps {
  /** Name of the member beside the rows: `parent_comment`. */
  name: string;
  value: unknown;
  /** What the rows are; a parent comment is one too. */
  resource: Resource | null;
  onOpenLink: (address: string) => void;
}

/** What came beside the rows and says what they answer to, in a line; opened, in full. */
export function ExtraCard({ name, value, resource, onOpenLink }: ExtraCardProps) {
  const [isOpen, setOpen] = useState(false);
  const [dates] = useDateLook();
  const allId = useId();
  const columns = extraColumns(value, resource);
  const { text, author, date } = summaryParts(value, columns);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const line = (column: Column | null): string =>
    column === null ? '' : viewText(valueView(memberOf(value, column.field), column, dates.zone));
  return (
    <section className={classes.card} aria-label={extraTitle(name)}>
      <button
        type="button"
        className={classes.head}
        aria-expanded={isOpen}
        aria-controls={allId}
        onClick={() => setOpen(!isOpen)}
      >
        <CornerDownRight aria-hidden className={classes.icon} />
        <span className={classes.label}>{extraTitle(name)}:</span>
        <span className={classes.text} dir="auto">
          {text === null ? 'show its fields' : line(text)}
        </span>
        <span className={classes.by}>{byLine([line(author), line(date)])}</span>
        <Chevron aria-hidden className={classes.icon} />
      </button>
      <dl id={allId} hidden={!isOpen} className={classes.all}>
        {columns.map((column) => (
          <div key={column.field} className={classes.field}>
            <dt>{column.label}</dt>
            <dd>
              <FullValue
                value={memberOf(value, column.field)}
                column={column}
                dates={dates}
                onOpenLink={onOpenLink}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** "— @author, date", as far as they are there. */
function byLine(parts: string[]): string {
  const known = parts.filter((part) => part !== '').join(', ');
  return known === '' ? '' : `— ${known}`;
}

function memberOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return value;
  return Reflect.get(value, field);
}
