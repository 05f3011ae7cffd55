/** All runs on this computer: search, open, name, delete. Reading them doesn't call a service. */
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import {
  Button,
  Checkbox,
  Flex,
  Group,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { Star, Trash2, Undo2 } from 'lucide-react';
import { DateInput } from '@mantine/dates';
import type { RunSummary } from '#shared/contract/history.ts';
import { useNameSource } from '#renderer/components/names.ts';
import { Page, PageHint } from '#renderer/components/page/Page.tsx';
import { SearchBox } from '#renderer/components/SearchBox.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { OpenRecipe } from '#renderer/components/recipe/RecipeDialog.tsx';
import { useProfileId } from '#renderer/state/app.ts';
import { describeRun, loadHistory, useHistory, useRunsNow } from '#renderer/state/history.ts';
import {
  bytesInWords,
  countOf,
  dayInWords,
  grouping,
  serviceName,
} from '#renderer/components/words.ts';
import { openNewTab } from '#renderer/state/workspace.ts';
import { type Platform, platforms } from '#shared/catalogue/types.ts';
import { OpenFileButton, QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { Choice } from '#renderer/components/popups.tsx';
import { platformNames } from '#renderer/components/platforms.tsx';
import { Dialog, DialogForm, DialogNote, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import {
  ageLimit,
  ages,
  changeFilter,
  chooseRun,
  findRuns,
  isElsewhere,
  nameRun,
  noFilter,
  olderRuns,
  useHistoryView,
} from './find-runs.ts';
import type { Age } from './find-runs.ts';
import { deleteRuns, undoLastDelete } from './run-actions.tsx';
import { RunList } from './RunList.tsx';
import { RunPane } from './RunPane.tsx';
import classes from './HistoryPage.module.css';
import type { EndingGroup } from './run-words.ts';

const undoLabel = 'Undo last deletion';

const useHasDeleted = (): boolean => useHistory(({ removals }) => removals.length > 0);

export function HistoryPage() {
  const runs = useRunsNow();
  const problem = useHistory((state) => state.problem);
  const hasDeleted = useHasDeleted();
  return (
    <Page
      isFull
      title="History"
      aside={
        <>
          <PageHint>Opening a run costs nothing.</PageHint>
          <OpenRecipe />
          <OpenFileButton />
          {runs?.length !== 0 && <HistorySearch />}
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
      ) : runs.length === 0 && hasDeleted ? (
        <Empty title="No runs left" action={undoLabel} onAct={() => void undoLastDelete()}>
          You deleted them. They can be restored until you quit.
        </Empty>
      ) : runs.length === 0 ? (
        <Empty title="Nothing asked yet" action="Choose a question" isMain onAct={openNewTab}>
          Every question you ask is kept here with all its rows. Opening one again costs nothing and
          needs no connection.
        </Empty>
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
      size="xs"
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
  const backToList = (): void => {
    chooseRun(null);
    area.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus();
  };
  return (
    <>
      <FilterBar runs={runs} shown={shown} />
      <Flex ref={area} pos="relative" flex={1} mih={0}>
        {shown.length === 0 ? <NothingFound runs={runs} /> : <RunList runs={shown} />}
        {pane !== undefined && <RunPane key={pane.id} run={pane} onClose={backToList} />}
      </Flex>
      <DialogOf of={named ?? null} onClose={() => nameRun(null)} title="Name and note">
        {(run) => <NameForm key={run.id} run={run} />}
      </DialogOf>
    </>
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
      Other services have {countOf(runs.length, 'run')} here.
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

const Empty = ({ title, children, action, isMain = false, onAct }: EmptyProps) => (
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

const platformChoices: readonly { value: Platform | ''; label: string }[] = [
  { value: '', label: 'All platforms' },
  ...platforms.map((platform) => ({ value: platform, label: platformNames[platform] })),
];

const endingNames: Record<EndingGroup, string> = {
  complete: 'Complete',
  unfinished: 'Unfinished',
  failed: 'Failed',
  working: 'Running',
};
const endings = ['complete', 'unfinished', 'failed', 'working'] as const;
const endingChoices: readonly { value: EndingGroup | ''; label: string }[] = [
  { value: '', label: 'Any status' },
  ...endings.map((ending) => ({ value: ending, label: endingNames[ending] })),
];

/** Which runs are shown, their size, and deleting older ones. */
function FilterBar({
  runs,
  shown,
}: {
  /** Runs of all services. */
  runs: readonly RunSummary[];
  shown: readonly RunSummary[];
}) {
  const { filter } = useHistoryView();
  const profileId = useProfileId();
  const hasOthers = runs.some((run) => isElsewhere(run, profileId));
  const inScope = filter.allServices ? runs : runs.filter((run) => !isElsewhere(run, profileId));
  const hasDeleted = useHasDeleted();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Group gap={8} wrap="nowrap" className={classes.bar} data-line="bottom" data-wraps>
      <SmallButton
        aria-pressed={filter.starred}
        className={filter.starred ? classes.pressed : undefined}
        leftSection={<Star size={14} fill={filter.starred ? 'currentColor' : 'none'} />}
        onClick={() => changeFilter({ starred: !filter.starred })}
      >
        Starred
      </SmallButton>
      <Choice
        name="Platform"
        choices={platformChoices}
        value={filter.platform ?? ''}
        className={classes.choice}
        onChange={(value) => changeFilter({ platform: value || null })}
      />
      <Choice
        name="Status"
        choices={endingChoices}
        value={filter.ending ?? ''}
        className={classes.choice}
        onChange={(value) => changeFilter({ ending: value || null })}
      />
      {hasOthers && (
        <Choice
          name="Service"
          choices={[
            { value: 'this', label: serviceName(profileId) },
            { value: 'all', label: 'All services' },
          ]}
          value={filter.allServices ? 'all' : 'this'}
          className={classes.choice}
          onChange={(value) => changeFilter({ allServices: value === 'all' })}
        />
      )}
      <Text
        component="output"
        inherit
        truncate
        fz={12}
        flex={1}
        miw={0}
        c="var(--text-2)"
        ta="end"
        aria-label="Runs shown"
      >
        {amountWords(shown, inScope)}
      </Text>
      {hasDeleted && (
        <QuietButton icon={Undo2} onClick={() => void undoLastDelete()}>
          {undoLabel}
        </QuietButton>
      )}
      <QuietButton icon={Trash2} onClick={() => setDeleting(true)}>
        Delete older runs…
      </QuietButton>
      <Dialog opened={isDeleting} onClose={() => setDeleting(false)} title="Delete older runs">
        <DeleteOlder runs={inScope} />
      </Dialog>
    </Group>
  );
}

const bytesOf = (runs: readonly RunSummary[]): number =>
  runs.reduce((sum, { bytes }) => sum + bytes, 0);

/** Returns "128 runs · 41 MB on disk", or "12 of 128 runs · 4.1 MB". */
function amountWords(shown: readonly RunSummary[], all: readonly RunSummary[]): string {
  const size = bytesInWords(bytesOf(shown));
  return shown.length === all.length
    ? `${countOf(all.length, 'run')} · ${size} on disk`
    : `${grouping(shown.length)} of ${countOf(all.length, 'run')} · ${size}`;
}

// Dialogs of History: a name and a note for a run, and which older runs to delete.

/** The person's own words for a run. */
function NameForm({ run }: { run: RunSummary }) {
  const [name, setName] = useState(run.name ?? '');
  const [note, setNote] = useState(run.note);
  return (
    <DialogForm submit="Save" act={() => describeRun(run.id, { name, note })}>
      <TextInput
        label="Name"
        description="Leave it empty to call the run by its question."
        placeholder={run.title}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label="Note"
        description="Kept on this computer with the run."
        rows={4}
        maxLength={10_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

const ageNames: Record<Age, string> = {
  week: 'a week',
  month: 'a month',
  quarter: 'three months',
  year: 'a year',
  date: 'a date…',
};

/** Frees disk space: shows the number and size of the runs before deleting them, and can be undone. */
function DeleteOlder({ runs }: { runs: readonly RunSummary[] }) {
  const [age, setAge] = useState<Age>('month');
  const [date, setDate] = useState<string | null>(null);
  const [keepStarred, setKeepStarred] = useState(true);
  const [now] = useState(() => new Date());
  const limit = ageLimit(age, date, now);
  const old = limit === null ? [] : olderRuns(runs, limit, keepStarred);
  return (
    <DialogForm
      submit={old.length === 0 ? 'Delete' : `Delete ${countOf(old.length, 'run')}`}
      isDisabled={old.length === 0}
      act={() => {
        void deleteRuns(old);
        return null;
      }}
    >
      <Group gap={12} wrap="nowrap" align="flex-start">
        <Choice
          w="calc(50% - 6px)"
          label="Older than"
          choices={ages.map((value) => ({ value, label: ageNames[value] }))}
          value={age}
          onChange={setAge}
        />
        {age === 'date' && (
          <DateInput
            flex={1}
            label="Before"
            placeholder="2026-01-31"
            valueFormat="YYYY-MM-DD"
            maxDate={now}
            value={date}
            onChange={setDate}
            popoverProps={{ withinPortal: true }}
          />
        )}
      </Group>
      <Checkbox
        label="Keep starred runs"
        checked={keepStarred}
        onChange={(event) => setKeepStarred(event.currentTarget.checked)}
      />
      <Text component="output" inherit mih={20} fw={500} aria-label="What is deleted">
        {limit === null ? 'Choose a date.' : sumWords(old, limit, now)}
      </Text>
      <DialogNote>
        Their rows are deleted from this computer, and the tabs that show them are closed. You can
        undo this until the program is closed. Calls stay counted.
      </DialogNote>
    </DialogForm>
  );
}

/** Returns "23 runs of Sample service from before 20 October: 12 MB." */
function sumWords(old: readonly RunSummary[], limit: Date, now: Date): string {
  const before = `before ${dayInWords(limit, now)}`;
  if (old.length === 0) return `No run is from ${before}.`;
  const bytes = old.reduce((sum, run) => sum + run.bytes, 0);
  const services = [...new Set(old.map(({ profileId }) => serviceName(profileId)))];
  const whose =
    services.length === 1 ? `of ${services[0] ?? ''}` : `of ${services.length} services`;
  return `${countOf(old.length, 'run')} ${whose} from ${before}: ${bytesInWords(bytes)}.`;
}
