/** What most people come for, each asked from one field. */
import { Button, Group, NativeSelect, Paper, Stack, TextInput } from '@mantine/core';
import { AtSign, MessageSquare, Search, type LucideIcon } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type DataEndpoint, isDataEndpoint } from '#shared/catalogue/types.ts';
import { validateQuery } from '#shared/query/validate.ts';
import { readQuery } from '#shared/query/values.ts';
import { platformNames } from '../../components/platforms.tsx';
import { useSnapshot } from '../../state/app.ts';
import { askInNewTab } from '../../state/runs.ts';
import { emptyQuery, openTab } from '../../state/workspace.ts';
import { trialLimit } from '../explore/cost-line.ts';
import { showParameter } from '../explore/form-view.ts';
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
          <Icon />
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
