/** The form in one line: the question, what was given, and the way back. */
import { Button } from '@mantine/core';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { queryChips } from '#shared/query/words.ts';
import { nameOfPlatform } from '../../components/platforms.tsx';
import { showParameter } from './form-view.ts';
import classes from './QueryForm.module.css';

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
      <h2 className={classes.title}>{endpoint.title}</h2>
      <span className={classes.tag}>{nameOfPlatform(endpoint.platform)}</span>
      {endpoint.kind === 'stored' && <span className={classes.tag}>Stored data</span>}
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
