/**
 * The form in one line: the question, what was given, and the way back. Above rows it says what
 * they answer, also while something else is written in the form.
 */
import { Button } from '@mantine/core';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { isSameQuestion } from '#shared/query/values.ts';
import { queryChips } from '#shared/query/words.ts';
import { useRun } from '../../state/app.ts';
import classes from './CollapsedQuery.module.css';
import { showParameter } from './form-view.ts';
import { QuestionName } from './QuestionName.tsx';

export function CollapsedQuery({ tab, endpoint }: { tab: Tab; endpoint: DataEndpoint }) {
  const run = useRun(tab.runId);
  const answered = run !== null && run.rowCount > 0 ? run.query : tab.query;
  const isEdited = !isSameQuestion(endpoint, answered, tab.query);
  const { fields } = answered;
  const chips = queryChips(endpoint, answered);
  const words = fields.length === 1 ? '1 field' : `${fields.length} fields`;
  return (
    <form
      className={classes.collapsed}
      data-endpoint={endpoint.id}
      aria-label="Query"
      onSubmit={(event) => event.preventDefault()}
    >
      <QuestionName endpoint={endpoint} mark={endpoint.kind === 'stored' ? 'Stored data' : null} />
      <ul className={classes.chips}>
        {chips.map(([label, value]) => (
          <li key={label} className={classes.chip} title={`${label}: ${value}`}>
            <span className={classes.chipLabel}>{label}</span>
            <span className={classes.chipValue} dir="auto">
              {value}
            </span>
          </li>
        ))}
        {fields.length > 0 && <li className={classes.chip}>{words}</li>}
        {isEdited && <li className={classes.chip}>Edited, not asked yet</li>}
      </ul>
      <Button
        variant="default"
        size="xs"
        aria-expanded={false}
        onClick={() => showParameter(tab.id, null)}
      >
        Edit query
      </Button>
    </form>
  );
}
