/** The form in one line: the question, what was given, and the way back. */
import { Button } from '@mantine/core';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { queryChips } from '#shared/query/words.ts';
import classes from './CollapsedQuery.module.css';
import { showParameter } from './form-view.ts';
import { QuestionName } from './QuestionName.tsx';

export function CollapsedQuery({ tab, endpoint }: { tab: Tab; endpoint: DataEndpoint }) {
  const { fields } = tab.query;
  const chips = queryChips(endpoint, tab.query);
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
