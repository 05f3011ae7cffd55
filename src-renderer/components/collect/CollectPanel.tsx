import { Button, Input } from '@mantine/core';
import { useId, useState } from 'react';
import type { RunLimit } from '#shared/contract/run.ts';
import classes from './CollectPanel.module.css';
import { estimateLines, estimateNotes, verbOf } from './estimate.ts';
import { readLimit, typeRows } from './limit-input.ts';
import type { TypedLimit } from './limit-input.ts';
import { useOutlook } from './use-outlook.ts';
import type { OutlookOf } from './use-outlook.ts';

export interface CollectPanelProps {
  about: OutlookOf;
  startWith: TypedLimit;
  onStart: (limit: RunLimit) => void;
  onCancel: () => void;
}

/** How many pages, what that takes, and the button that says it. */
export function CollectPanel({ about, startWith, onStart, onCancel }: CollectPanelProps) {
  const [typed, setTyped] = useState(startWith);
  const outlook = useOutlook(about);
  const { limit, pagesMessage, rowsMessage } = readLimit(typed, outlook.rowsBefore);
  const start = (): void => {
    if (limit !== null) onStart(limit);
  };
  const [last, setLast] = useState<RunLimit>(limit ?? { pages: null, rows: null });
  // What was right last stays on the button while a wrong number is being corrected.
  if (limit !== null && (limit.pages !== last.pages || limit.rows !== last.rows)) setLast(limit);
  return (
    // No form of its own: for React the panel lies in the query form.
    <div>
      <div className={classes.head}>
        <h2 className={classes.title}>How much should be fetched?</h2>
        <Amount
          before="Up to"
          after={about.goesOn ? 'more pages' : 'pages'}
          value={typed.pages}
          message={pagesMessage}
          isFirst
          onChange={(pages) => setTyped({ ...typed, pages })}
          onEnter={start}
        />
        <Amount
          before="Stop after"
          after={about.goesOn ? 'rows in all' : 'rows'}
          value={typed.rows}
          message={rowsMessage}
          onChange={(rows) => setTyped(typeRows(typed, rows, startWith))}
          onEnter={start}
        />
      </div>
      <div className={classes.outlook} data-wrong={limit === null || undefined}>
        <dl className={classes.lines}>
          {estimateLines(last, outlook).map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {estimateNotes(last, outlook).map((note) => (
          <p key={note} className={classes.note}>
            {note}
          </p>
        ))}
      </div>
      <div className={classes.foot}>
        <p className={classes.note}>You can stop at any time.</p>
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="xs" disabled={limit === null} onClick={start}>
          {verbOf(last)}
        </Button>
      </div>
    </div>
  );
}

interface AmountProps {
  before: string;
  after: string;
  value: string;
  message: string | null;
  isFirst?: boolean;
  onChange: (value: string) => void;
  onEnter: () => void;
}

/** A number inside its sentence, which names it: "Up to … pages". */
function Amount({ before, after, value, message, isFirst, onChange, onEnter }: AmountProps) {
  const id = useId();
  return (
    <div className={classes.amount}>
      <span id={`${id}-before`}>{before}</span>
      <Input
        size="xs"
        className={classes.number}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onEnter();
        }}
        error={message !== null}
        withAria={false}
        aria-invalid={message !== null}
        placeholder="no limit"
        inputMode="numeric"
        autoComplete="off"
        aria-labelledby={`${id}-before ${id}-after`}
        aria-describedby={message === null ? undefined : `${id}-message`}
        data-autofocus={isFirst || undefined}
        onFocus={(event) => event.currentTarget.select()}
      />
      <span id={`${id}-after`} className={classes.after}>
        {after}
      </span>
      {message !== null && (
        <p id={`${id}-message`} role="alert" className={classes.message}>
          {message}
        </p>
      )}
    </div>
  );
}
