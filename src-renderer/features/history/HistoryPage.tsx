/** All runs on this computer: search, open, name, delete. Reading them doesn't call a service. */
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Button, Flex, Stack, Text, Title } from '@mantine/core';
import type { RunSummary } from '#shared/contract/history.ts';
import { OpenDatasetButton } from '#renderer/components/dataset/OpenDataset.tsx';
import { useNameSource } from '#renderer/components/names.ts';
import { Page, PageHint } from '#renderer/components/page/Page.tsx';
import { SearchBox } from '#renderer/components/SearchBox.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { OpenRecipe } from '#renderer/components/recipe/RecipeDialog.tsx';
import { useApp, useProfileId } from '#renderer/state/app.ts';
import { loadHistory, useHistory, withLatest } from '#renderer/state/history.ts';
import { FilterBar } from './FilterBar.tsx';
import {
  findRuns,
  noFilter,
  changeFilter,
  chooseRun,
  nameRun,
  useHistoryView,
} from './find-runs.ts';
import { deleteRuns } from './run-actions.tsx';
import { NameDialog } from './dialogs.tsx';
import { RunList } from './RunList.tsx';
import { RunPane } from './RunPane.tsx';
import { countOf, serviceName } from '#renderer/components/words.ts';
import { openNewTab } from '#renderer/state/workspace.ts';

export function HistoryPage() {
  const runs = useRunsNow();
  const problem = useHistory((state) => state.problem);
  return (
    <Page
      layout="full"
      title="History"
      aside={
        <>
          <PageHint>Opening a run costs nothing.</PageHint>
          <OpenRecipe />
          <OpenDatasetButton />
          {runs !== null && runs.length > 0 && <HistorySearch />}
        </>
      }
    >
      {problem !== null && (
        <Stack gap={12} align="flex-start" px={24} py={16}>
          <ProblemText problem={problem} />
          <Button variant="default" onClick={() => void loadHistory()}>
            Try again
          </Button>
        </Stack>
      )}
      {runs === null ? (
        <div aria-busy={problem === null} />
      ) : runs.length === 0 ? (
        <EmptyHistory />
      ) : (
        <Runs runs={runs} />
      )}
    </Page>
  );
}

/** Finds runs by words, names, notes and values. */
function HistorySearch() {
  const search = useHistoryView(({ filter }) => filter.search);
  return (
    <SearchBox
      flex="0 1 200px"
      miw={120}
      label="Search history"
      clearLabel="Clear the search"
      search={search}
      onSearch={(next) => changeFilter({ search: next })}
    />
  );
}

function Runs({ runs }: { runs: readonly RunSummary[] }) {
  const { filter, chosen, naming } = useHistoryView();
  const known = useNameSource();
  const profileId = useProfileId();
  const shown = useMemo(
    () => findRuns(runs, filter, known, profileId),
    [runs, filter, known, profileId],
  );
  const named = runs.find(({ id }) => id === naming);
  const pane = shown.find(({ id }) => id === chosen);
  const area = useRef<HTMLDivElement>(null);
  const focusList = (): void =>
    area.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus();
  const backToList = (): void => {
    chooseRun(null);
    focusList();
  };
  return (
    <>
      <FilterBar runs={runs} shown={shown} />
      <Flex ref={area} pos="relative" flex={1} mih={0}>
        {shown.length === 0 ? <NothingFound runs={runs} /> : <RunList runs={shown} />}
        {pane !== undefined && (
          <RunPane
            key={pane.id}
            run={pane}
            onClose={backToList}
            onDelete={() => {
              backToList();
              void deleteRuns([pane]);
            }}
          />
        )}
      </Flex>
      <NameDialog
        run={named ?? null}
        onClose={() => nameRun(null)}
        onClosed={() => {
          // Opened from a menu that no longer exists.
          if (document.activeElement === document.body) focusList();
        }}
      />
    </>
  );
}

/**
 * Returns the list with the latest state of active runs; read again when a run appears that it lacks.
 */
function useRunsNow(): readonly RunSummary[] | null {
  const summaries = useHistory((state) => state.runs);
  const latest = useApp((state) => state.runs);
  useEffect(() => {
    void loadHistory();
  }, []);
  const missing = useMemo(() => {
    const known = new Set(summaries?.map(({ id }) => id));
    return Object.keys(latest)
      .filter((id) => !known.has(id))
      .join();
  }, [summaries, latest]);
  useEffect(() => {
    if (missing !== '') void loadHistory();
  }, [missing]);
  return useMemo(
    () => (summaries === null ? null : withLatest(summaries, latest)),
    [summaries, latest],
  );
}

/** No question has been asked yet, of any service. */
function EmptyHistory() {
  return (
    <Empty title="Nothing asked yet" action="Choose a question" isMain onAct={openNewTab}>
      Every question you ask is kept here with all its rows. Opening one again costs nothing and
      needs no connection.
    </Empty>
  );
}

/** There are runs, but none matches the search and the filters. */
function NothingFound({ runs }: { runs: readonly RunSummary[] }) {
  const { filter } = useHistoryView();
  const profileId = useProfileId();
  const isFiltered =
    filter.search !== '' || filter.starred || filter.platform !== null || filter.ending !== null;
  return isFiltered ? (
    <Empty
      title="No runs match"
      action="Clear search and filters"
      onAct={() => changeFilter({ ...noFilter, allServices: filter.allServices })}
    >
      Try other words: the question, its values, a name or a note. Or clear them to see all runs.
    </Empty>
  ) : (
    <Empty
      title={`Nothing asked of ${serviceName(profileId)} yet`}
      action="Show all services"
      onAct={() => changeFilter({ allServices: true })}
    >
      {countOf(runs.length, 'run')} of other services are here.
    </Empty>
  );
}

interface EmptyProps {
  title: string;
  children: ReactNode;
  /** The label of its button. */
  action: string;
  isMain?: boolean;
  onAct: () => void;
}

function Empty({ title, children, action, isMain = false, onAct }: EmptyProps) {
  return (
    <Stack flex={1} gap={6} align="center" justify="center" p={24} ta="center">
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text maw={420} mb={8} c="var(--text-2)">
        {children}
      </Text>
      <Button variant={isMain ? 'filled' : 'default'} onClick={onAct}>
        {action}
      </Button>
    </Stack>
  );
}
