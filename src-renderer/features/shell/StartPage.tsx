import { Box, Flex, Group, Stack, Text } from '@mantine/core';
import { List, Star } from 'lucide-react';
import { isDataEndpoint, type DataEndpoint } from '#shared/catalogue/types.ts';
import { liveId } from '#shared/catalogue/data-from.ts';
import { SmallButton } from '../../components/buttons.tsx';
import { OpenDatasetButton } from '../../components/dataset/OpenDataset.tsx';
import { PageTitle } from '../../components/page/Page.tsx';
import { OpenRecipe } from '../../components/recipe/RecipeDialog.tsx';
import { nameOfPlatform, PlatformIcon } from '../../components/platforms.tsx';
import { useIsSample, useSnapshot } from '../../state/app.ts';
import { readText } from '../../state/lists.ts';
import { openTab, updateTab } from '../../state/workspace.ts';
import { openQuestion } from '../explore/form-view.ts';
import { exampleList } from '../explore/list/list-words.ts';
import { RecentRuns } from '../history/RecentRuns.tsx';
import { RecipesOnStart } from '../recipes/RecipesPage.tsx';
import { groupQuestions, type QuestionGroup } from './questions.ts';
import { StartTasks } from './start-tasks.tsx';
import classes from './StartPage.module.css';

/** Where a person begins: the commonest tasks, what was asked last, and every question. */
export function StartPage() {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const isSample = useIsSample();
  const starred = useSnapshot(({ workspace }) => workspace.starred);
  const questions = catalogue.endpoints.filter(isDataEndpoint);
  const pick = (ids: readonly string[]) =>
    [...new Set(ids.map(liveId))].flatMap((id) => questions.find((other) => other.id === id) ?? []);
  return (
    <div className={classes.page}>
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
        <div className={classes.platforms}>
          {inTwoColumns(groupQuestions(catalogue)).map((groups) => (
            <div key={groups[0]?.platform ?? 'other'}>
              {groups.map(({ platform, questions: group }) => (
                <section
                  key={platform ?? 'other'}
                  className={classes.platform}
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
                </section>
              ))}
            </div>
          ))}
        </div>
      </Stack>
    </div>
  );
}

/** A list that shows all that can become of an input: in the form, not asked. */
function TryList() {
  const open = async (): Promise<void> => {
    const read = await readText(exampleList);
    if (!read.ok) return;
    const { hasHeader } = read.value;
    const list = { table: read.value, hasHeader, mapping: { username: 0 }, onlyNew: false };
    updateTab(openTab('microblog.posts.by-user'), { list });
  };
  return (
    <SmallButton icon={List} onClick={() => void open()}>
      Try a list of accounts
    </SmallButton>
  );
}

/** Two columns of about the same height: each group goes below the shorter one. */
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
