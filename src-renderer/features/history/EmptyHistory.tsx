import { Button } from '@mantine/core';
import type { RunSummary } from '#shared/contract/history.ts';
import { countOf } from '../../components/words.ts';
import { serviceName } from '../../components/services.ts';
import { showPage, useSnapshot } from '../../state/app.ts';
import { showStartPage } from '../../state/workspace.ts';
import { noFilter } from './find-runs.ts';
import classes from './HistoryPage.module.css';
import { changeFilter, useHistoryView } from './view-state.ts';

/** Nothing was asked yet, of any service. */
export function EmptyHistory() {
  return (
    <div className={classes.empty}>
      <h2>Nothing asked yet</h2>
      <p>
        Every question you ask is kept here with all its rows, to be opened again at no cost, also
        without a connection.
      </p>
      <Button
        onClick={() => {
          showStartPage();
          showPage('explore');
        }}
      >
        Choose a question
      </Button>
    </div>
  );
}

/** There are runs, but the search and the filters leave none. */
export function NothingFound({ runs }: { runs: readonly RunSummary[] }) {
  const { filter } = useHistoryView();
  const profileId = useSnapshot(({ profile }) => profile?.id ?? '');
  const isFiltered =
    filter.search !== '' || filter.starred || filter.platform !== null || filter.ending !== null;
  if (!isFiltered) {
    return (
      <div className={classes.empty}>
        <h2>Nothing asked of {serviceName(profileId)} yet</h2>
        <p>{countOf(runs.length, 'run')} of other services are here.</p>
        <Button variant="default" onClick={() => changeFilter({ allServices: true })}>
          Show all services
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.empty}>
      <h2>No run fits</h2>
      <p>Try other words: the question, its values, a name or a note. Or show all runs again.</p>
      <Button
        variant="default"
        onClick={() => changeFilter({ ...noFilter, allServices: filter.allServices })}
      >
        Clear search and filters
      </Button>
    </div>
  );
}
