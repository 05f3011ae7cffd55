/** What most people come for, each asked from one field; and what was asked last, to open again. */
import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { AtSign, History, MessageSquare, RotateCcw, Search, type LucideIcon } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { type DataEndpoint, isDataEndpoint } from '#shared/catalogue/types.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import { validateQuery } from '#shared/query/validate.ts';
import { readQuery } from '#shared/query/values.ts';
import { relativeTime } from '../../components/dates.ts';
import { useNameSource } from '../../components/names.ts';
import { platformNames, PlatformIcon } from '../../components/platforms.tsx';
import { countOf } from '../../components/words.ts';
import { useSnapshot } from '../../state/app.ts';
import { loadHistory, useHistory } from '../../state/history.ts';
import { askInNewTab } from '../../state/runs.ts';
import { emptyQuery, openTab } from '../../state/workspace.ts';
import { trialLimit } from '../explore/cost-line.ts';
import { showParameter } from '../explore/form-view.ts';
import { askAgain, openRun } from '../history/run-actions.tsx';
import { questionWords } from '../history/run-words.ts';
import classes from './StartPage.module.css';

interface Task {
  name: string;
  button: string;
  icon: LucideIcon;
  /** One question for each platform that has it. */
  questions: readonly string[];
}

const tasks: readonly Task[] = [
  {
    name: 'Search a topic',
    button: 'Search posts',
    icon: Search,
    questions: ['microblog.posts.search', 'photoshare.posts.search'],
  },
  {
    name: 'Posts of an account',
    button: 'Get posts',
    icon: AtSign,
    questions: ['microblog.posts.by-user', 'photoshare.posts.by-user', 'shortvideo.posts.by-user'],
  },
  {
    name: 'Comments on a post',
    button: 'Get comments',
    icon: MessageSquare,
    questions: ['microblog.posts.comments', 'photoshare.posts.comments'],
  },
];

export function StartTasks() {
  const endpoints = useSnapshot(({ catalogue }) => catalogue.endpoints);
  return (
    <div className={classes.tasks}>
      {tasks.map((task) => {
        const questions = task.questions.flatMap(
          (id) => endpoints.filter(isDataEndpoint).find((endpoint) => endpoint.id === id) ?? [],
        );
        return <TaskCard key={task.name} task={task} questions={questions} />;
      })}
    </div>
  );
}

/** One field, the platform, and a button that asks for the first page. */
function TaskCard({ task, questions }: { task: Task; questions: readonly DataEndpoint[] }) {
  const isTrial = useSnapshot(({ credential }) => credential?.kind === 'trialKey');
  const [chosen, setChosen] = useState(questions[0]?.id);
  const [typed, setTyped] = useState('');
  const [complaint, setComplaint] = useState<string | null>(null);
  const endpoint = questions.find(({ id }) => id === chosen) ?? questions[0];
  const field = endpoint?.parameters.find(({ required }) => required);
  if (endpoint === undefined || field === undefined) return null;

  const start = (event: FormEvent): void => {
    event.preventDefault();
    const query = readQuery(endpoint, {
      ...emptyQuery(endpoint.id),
      values: { [field.key]: typed },
    });
    const wrong = validateQuery(endpoint, query, null)[field.key] ?? null;
    setComplaint(wrong);
    if (wrong !== null) return;
    // What a trial key can't get is said, with ways out, by the question's own form.
    if (isTrial && trialLimit(endpoint, query) !== null) {
      showParameter(openTab(endpoint.id, query), null);
    } else {
      void askInNewTab(query, true);
      // The field goes with this page: what is read next is the tab's rows.
      document.querySelector('main')?.focus();
    }
  };

  const Icon = task.icon;
  return (
    <Paper
      component="form"
      withBorder
      radius="var(--radius-panel)"
      p={14}
      aria-label={task.name}
      onSubmit={start}
      noValidate
    >
      <Stack gap={10} h="100%">
        <Group component="h3" gap={8} fz={14} fw={600}>
          <Icon size={16} aria-hidden />
          {task.name}
        </Group>
        <NativeSelect
          size="xs"
          aria-label={`Platform: ${task.name}`}
          value={endpoint.id}
          data={questions.map(({ id, platform }) => ({
            value: id,
            label: platform === null ? id : platformNames[platform],
          }))}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setComplaint(null);
          }}
        />
        <TextInput
          label={field.label}
          placeholder={field.placeholder}
          value={typed}
          error={complaint}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setComplaint(null);
          }}
        />
        <Button type="submit" variant="default" mt="auto" style={{ alignSelf: 'start' }}>
          {task.button}
        </Button>
      </Stack>
    </Paper>
  );
}

const mostRecent = 4;

/** The last runs of this service, with their values: opening one costs nothing. */
export function RecentRuns() {
  const runs = useHistory((state) => state.runs);
  const profileId = useSnapshot(({ profile }) => profile?.id);
  const names = useNameSource();
  const [now] = useState(() => new Date());
  useEffect(() => void loadHistory(), []);
  const recent = (runs ?? [])
    .filter((run) => run.query !== null && run.profileId === profileId)
    .slice(0, mostRecent);
  if (recent.length === 0) return null;
  return (
    <section aria-label="Asked recently">
      <h3 className={classes.shortcutsName}>
        <History size={14} aria-hidden />
        Asked recently
      </h3>
      <ul className={classes.recent}>
        {recent.map((run) => (
          <RecentRun
            key={run.id}
            run={run}
            words={questionWords(run, names)}
            asked={relativeTime(new Date(run.createdAt), now)}
          />
        ))}
      </ul>
    </section>
  );
}

interface RecentRunProps {
  run: RunSummary;
  words: ReturnType<typeof questionWords>;
  /** "3 hours ago". */
  asked: string;
}

function RecentRun({ run, words, asked }: RecentRunProps) {
  const { question, about, platform } = words;
  return (
    <Group component="li" gap={4} wrap="nowrap">
      <button type="button" className={classes.run} onClick={() => openRun(run)}>
        <PlatformIcon platform={platform} size={14} />
        <Text span inherit truncate fw={500} dir="auto">
          {about || question}
        </Text>
        <Text span size="xs" c="dimmed" flex="none">
          {about === '' ? '' : `${question} · `}
          {countOf(run.rows, 'row')} · {asked}
        </Text>
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Ask again: ${about || question}`}
        title="Ask again… Nothing is sent before you do."
        onClick={() => askAgain(run)}
      >
        <RotateCcw size={14} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
