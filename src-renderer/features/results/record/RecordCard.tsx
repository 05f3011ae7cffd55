import { everyRowOf, useRow, useRowsAround } from '#renderer/state/rows.ts';
import { AllFields, RecordHead, type RecordProps } from './RecordFields.tsx';
import classes from './Record.module.css';
import { recordParts } from './record-parts.ts';

/** The only row of an answer with one item: a profile or a post, as *Details* has it, with room. */
export function RecordCard(props: Omit<RecordProps, 'row'>) {
  const { run, columns, resource } = props;
  const view = everyRowOf(run.id);
  const row = useRow(view, 0);
  useRowsAround(view, 0, 0, 1);
  if (row === undefined) return <div className={classes.cardArea} />;
  const parts = recordParts(row, columns, resource);
  return (
    <div className={classes.cardArea}>
      <article
        className={classes.itemCard}
        aria-label={resource === null ? 'The row' : `The ${resource.one}`}
      >
        <RecordHead {...props} row={row} parts={parts} />
      </article>
      <div className={classes.itemCard}>
        <AllFields {...props} row={row} fields={parts.all} />
      </div>
    </div>
  );
}
