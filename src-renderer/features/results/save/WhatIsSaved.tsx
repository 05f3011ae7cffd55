/** Which rows and columns are saved. */
import { Checkbox, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Run } from '#shared/contract/run.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import type { OpenedView, View } from '#shared/contract/view.ts';
import { countOf, grouping } from '../../../components/words.ts';
import { hiddenWords, type SaveChoices } from './choices.ts';
import classes from './SaveDialog.module.css';

interface WhatIsSavedProps {
  run: Run;
  view: View;
  /** What the view came to; null until that is known. */
  opened: OpenedView | null;
  shownFields: readonly string[];
  /** The field that tells items apart; null where duplicates can't be told. */
  identity: string | null;
  /** Rows that came more than once; null while that is not known. */
  duplicates: number | null;
  choices: SaveChoices;
  onChange: (change: Partial<SaveChoices>) => void;
}

export function WhatIsSaved(props: WhatIsSavedProps) {
  const { run, view, opened, shownFields, identity, duplicates, choices, onChange } = props;
  const seen = opened === null ? '' : ` (${grouping(opened.count)})`;
  // With none shown there is nothing to tell them from.
  const hidden =
    shownFields.length === 0
      ? null
      : hiddenWords(choices.columns, run.columns.length - shownFields.length);
  const canLeaveOut =
    identity !== null &&
    ((duplicates ?? 0) > 0 || choices.withoutDuplicates || choices.otherRuns.length > 0);
  return (
    <section className={classes.what} aria-label="What is saved">
      <Line name="Rows">
        {isEveryRow({ ...view, hideDuplicatesBy: null }) ? (
          <span>All {countOf(run.rowCount, 'row')}, in the order they came</span>
        ) : (
          <SegmentedControl
            size="xs"
            aria-label="Rows"
            data={[
              { value: 'seen', label: `As seen${seen}` },
              { value: 'all', label: `All (${grouping(run.rowCount)})` },
            ]}
            value={choices.rows}
            onChange={(rows) => onChange({ rows: rows === 'seen' ? 'seen' : 'all' })}
          />
        )}
      </Line>
      <Line name="Columns">
        <SegmentedControl
          size="xs"
          aria-label="Columns"
          data={[
            { value: 'all', label: `All (${grouping(run.columns.length)})` },
            {
              value: 'shown',
              label: `As shown, in their order (${grouping(shownFields.length)})`,
              disabled: shownFields.length === 0,
            },
          ]}
          value={choices.columns}
          onChange={(columns) => onChange({ columns: columns === 'shown' ? 'shown' : 'all' })}
        />
      </Line>
      {hidden !== null && <p className={classes.note}>{hidden}</p>}
      {canLeaveOut && (
        <Line name="Duplicates">
          <Checkbox
            label={duplicatesLabel(duplicates)}
            checked={choices.withoutDuplicates}
            onChange={(event) => onChange({ withoutDuplicates: event.currentTarget.checked })}
          />
        </Line>
      )}
      {run.heldBack > 0 && (
        <p className={classes.note}>
          {countOf(run.heldBack, 'row')} beyond the row limit {run.heldBack === 1 ? 'is' : 'are'}{' '}
          not among them.
        </p>
      )}
    </section>
  );
}

const duplicatesLabel = (duplicates: number | null): string =>
  duplicates === null || duplicates === 0
    ? 'Leave out rows that came before'
    : `Leave out ${countOf(duplicates, 'row')} that came before`;

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <span className={classes.lineName}>{name}</span>
      {children}
    </div>
  );
}
