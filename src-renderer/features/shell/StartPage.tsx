/**
 * The start page: the most common tasks, each asked from one field; recent questions; and every
 * question.
 */
import {
  Box,
  Flex,
  Group,
  Stack,
  Text,
  Button,
  NativeSelect,
  Paper,
  SimpleGrid,
  TextInput,
} from '@mantine/core';
import { List, Star, AtSign, MessageSquare, Search, type LucideIcon } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isDataEndpoint, type DataEndpoint } from '#shared/catalogue/types.ts';
import { liveId } from '#shared/catalogue/data-from.ts';
import { readQuery, validateQuery } from '#shared/query/values.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { OpenDatasetButton } from '#renderer/components/dataset/OpenDataset.tsx';
import { PageTitle } from '#renderer/components/page/Page.tsx';
import { OpenRecipe } from '#renderer/components/recipe/RecipeDialog.tsx';
import { nameOfPlatform, PlatformIcon, platformNames } from '#renderer/components/platforms.tsx';
import { useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { readText, takenFrom } from '#renderer/state/lists.ts';
import { openTab, updateTab, emptyQuery } from '#renderer/state/workspace.ts';
import { openQuestion, showParameter } from '../explore/form-view.ts';
import { exampleList } from '../explore/list/list-words.ts';
import { RecentRuns } from '../history/RecentRuns.tsx';
import { RecipesOnStart } from '../recipes/RecipesPage.tsx';
import { groupQuestions, type QuestionGroup } from './questions.ts';
import classes from './StartPage.module.css';
import { askInNewTab } from '#renderer/state/runs.ts';
import { trialLimit } from '../explore/cost-line.ts';

export function StartPage() {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const isSample = useIsSample();
  const starred = useSnapshot(({ workspace }) => workspace.starred);
  const questions = catalogue.endpoints.filter(isDataEndpoint);
  const pick = (ids: readonly string[]) =>
    [...new Set(ids.map(liveId))].flatMap((id) => questions.find((other) => other.id === id) ?? []);
  return (
    <Box data-scrolls p="32px 24px 40px">
      <Stack gap={24} maw={880} mx="auto">
        <Flex component="header" wrap="wrap" gap="12px 16px">
          <Box flex="1 1 260px">
            <PageTitle order={2}>What would you like to know?</PageTitle>
            <Text inherit fz={14} mt={2} c="var(--text-2)">
              Begin here, or choose a question below.{' '}
              {isSample ? 'Sample data is free.' : 'Each is one call.'}
            </Text>
          </Box>
          <Group gap={8} align="flex-start">
            <OpenRecipe />
            <OpenDatasetButton />
            {isSample && <TryList />}
          </Group>
        </Flex>
        <StartTasks />
        <RecipesOnStart />
        <RecentRuns title="Asked recently" />
        <Starred questions={pick(starred)} />
        <SimpleGrid cols={2} spacing={20} style={{ alignItems: 'start' }}>
          {inTwoColumns(groupQuestions(catalogue)).map((groups) => (
            <Stack key={groups[0]?.platform ?? 'other'} gap={20}>
              {groups.map(({ platform, questions: group }) => (
                <Paper
                  key={platform ?? 'other'}
                  component="section"
                  withBorder
                  radius="xl"
                  p={6}
                  aria-label={nameOfPlatform(platform)}
                >
                  <Group component="h3" gap={8} px={10} pt={6} pb={4}>
                    <PlatformIcon platform={platform} />
                    {nameOfPlatform(platform)}
                  </Group>
                  <ul>
                    {group.map((question) => (
                      <li key={question.id}>
                        <button
                          type="button"
                          className={classes.question}
                          onClick={() => openQuestion(question.id)}
                        >
                          <Text span inherit display="block">
                            {question.title}
                          </Text>
                          <Text span size="xs" display="block" c="dimmed">
                            {question.description}
                          </Text>
                        </button>
                      </li>
                    ))}
                  </ul>
                </Paper>
              ))}
            </Stack>
          ))}
        </SimpleGrid>
      </Stack>
    </Box>
  );
}

/** Opens a list with examples of every input status: in the form, not asked. */
function TryList() {
  const open = async (): Promise<void> => {
    const read = await readText(exampleList, null);
    if (!read.ok) return;
    const { hasHeader } = read.value;
    const mapping = { username: 0 };
    const taken = takenFrom(exampleList, null);
    const list = { table: read.value, ...taken, hasHeader, mapping, onlyNew: false };
    updateTab(openTab('microblog.posts.by-user'), { list });
  };
  return (
    <SmallButton icon={List} onClick={() => void open()}>
      Try a list of accounts
    </SmallButton>
  );
}

/** Returns two columns of similar height: each group goes below the shorter one. */
function inTwoColumns(groups: QuestionGroup[]): [QuestionGroup[], QuestionGroup[]] {
  const left: QuestionGroup[] = [];
  const right: QuestionGroup[] = [];
  const height = (column: QuestionGroup[]) =>
    column.reduce((rows, { questions }) => rows + questions.length + 1, 0);
  for (const group of groups) (height(left) <= height(right) ? left : right).push(group);
  return [left, right];
}

function Starred({ questions }: { questions: DataEndpoint[] }) {
  if (questions.length === 0) return null;
  return (
    <section className={classes.shortcuts} aria-label="Starred">
      <Group component="h3" gap={6} fz={12} fw={500} c="var(--text-2)">
        <Star size={14} />
        Starred
      </Group>
      <Flex component="ul" gap={6} wrap="wrap">
        {questions.map((question) => (
          <li key={question.id}>
            <SmallButton
              leftSection={<PlatformIcon platform={question.platform} size={14} />}
              onClick={() => openQuestion(question.id)}
            >
              {question.title}
            </SmallButton>
          </li>
        ))}
      </Flex>
    </section>
  );
}

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
    name: 'Posts by an account',
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

function StartTasks() {
  const endpoints = useSnapshot(({ catalogue }) => catalogue.endpoints);
  return (
    <SimpleGrid minColWidth={220} autoFlow="auto-fit" spacing={16}>
      {tasks.map((task) => {
        const questions = task.questions.flatMap(
          (id) => endpoints.filter(isDataEndpoint).find((endpoint) => endpoint.id === id) ?? [],
        );
        return <TaskCard key={task.name} task={task} questions={questions} />;
      })}
    </SimpleGrid>
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
    // The question's own form explains what a trial key can't get, and the alternatives.
    if (isTrial && trialLimit(endpoint, query) !== null) {
      showParameter(openTab(endpoint.id, query), null);
    } else {
      void askInNewTab(query, true);
      // The field disappears with this page; next, the person reads the tab's rows.
      document.querySelector('main')?.focus();
    }
  };

  const Icon = task.icon;
  return (
    <Paper
      component="form"
      withBorder
      radius="xl"
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
