/** The start page: one field to ask from; what was starred, saved and asked before; examples. */
import {
  Box,
  Flex,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Button,
  SimpleGrid,
  TextInput,
} from '@mantine/core';
import { List, Star, AtSign, Search, type LucideIcon } from 'lucide-react';
import { type FormEvent, Fragment, useState } from 'react';
import {
  isDataEndpoint,
  platforms,
  type DataEndpoint,
  type Platform,
  type Catalogue,
} from '#shared/catalogue/types.ts';
import { liveId } from '#shared/catalogue/data-from.ts';
import { OpenFileButton, RowButton, SmallButton } from '#renderer/components/buttons.tsx';
import { PageTitle } from '#renderer/components/page/Page.tsx';
import { OpenRecipe } from '#renderer/components/recipe/RecipeDialog.tsx';
import { PlatformIcon, platformNames } from '#renderer/components/platforms.tsx';
import { useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { readText, takenFrom } from '#renderer/state/lists.ts';
import { openTab, updateTab, emptyQuery } from '#renderer/state/workspace.ts';
import { openQuestion, showParameter } from '../explore/form-view.ts';
import { later } from './later.tsx';
import { TextLink } from '#renderer/components/texts.tsx';
import { lowerFirst } from '#renderer/components/words.ts';
import { exampleList } from '../explore/list/list-words.ts';
import { RecentRuns } from '../history/RecentRuns.tsx';
import { askInNewTab } from '#renderer/state/runs.ts';
import { trialLimit } from '../explore/cost-line.ts';
import type { Query } from '#shared/query/types.ts';
import { readQuery, validateQuery } from '#shared/query/values.ts';

const NewsOnStart = later((parts) => parts.NewsOnStart);
const RecipesOnStart = later((parts) => parts.RecipesOnStart);

export function StartPage() {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const starred = useSnapshot(({ workspace }) => workspace.starred);
  const questions = catalogue.endpoints.filter(isDataEndpoint);
  const pick = (ids: readonly string[]) =>
    [...new Set(ids.map(liveId))].flatMap((id) => questions.find((other) => other.id === id) ?? []);
  return (
    <Box data-scrolls p="clamp(24px, 9vh, 88px) 24px 40px">
      <Stack gap={32} maw={680} mx="auto">
        <AskAnything />
        <NewsOnStart />
        <Starred questions={pick(starred)} />
        <RecipesOnStart />
        <RecentRuns title="Asked recently" />
        <Examples />
        <Group gap={8}>
          <OpenRecipe />
          <OpenFileButton />
        </Group>
      </Stack>
    </Box>
  );
}

/** One field for what most people begin with: words, an account, a post. Enter asks. */
function AskAnything() {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const isSample = useIsSample();
  const isTrial = useSnapshot(({ credential }) => credential?.kind === 'trialKey');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Platform>('microblog');
  const [complaint, setComplaint] = useState<string | null>(null);
  const { typed, found } = readStart(catalogue, text);
  const { platform, questions } = found.find((one) => one.platform === chosen) ?? found[0] ?? {};
  const [first, ...others] = questions ?? [];
  const isBlank = text.trim() === '';

  const open = ({ endpoint, values }: StartQuestion): void => {
    const query = { ...emptyQuery(endpoint.id), values };
    showParameter(openTab(endpoint.id, query), null);
  };
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    if (isBlank || first === undefined) {
      setComplaint(
        isBlank
          ? 'Type words to search for, an @account, or a link to a post.'
          : 'No question takes this. Paste a link to a post or to a profile.',
      );
      return;
    }
    const { endpoint, values } = first;
    const query = { ...emptyQuery(endpoint.id), values };
    // The question's own form says what is missing, and what a trial key can't get.
    if (!isComplete(first) || (isTrial && trialLimit(endpoint, query) !== null)) {
      open(first);
      return;
    }
    void askInNewTab(query, { collapsed: true });
    // The field disappears with this page; next, the person reads the tab's rows.
    document.querySelector('main')?.focus();
  };
  return (
    <Stack component="form" gap={12} aria-label="Ask" onSubmit={ask} {...{ noValidate: true }}>
      <PageTitle order={2}>What would you like to know?</PageTitle>
      <TextInput
        size="lg"
        aria-label="Words, an account, or a link to a post"
        placeholder="Words, @account, or a link to a post"
        leftSection={<Search size={18} />}
        value={text}
        error={complaint}
        dir="auto"
        onChange={(event) => {
          setText(event.currentTarget.value);
          setComplaint(null);
        }}
      />
      <Group gap="10px 12px">
        <SegmentedControl
          size="sm"
          aria-label="Platform"
          value={platform ?? chosen}
          data={platforms.map((one) => ({
            value: one,
            disabled: found.every((other) => other.platform !== one),
            label: (
              <Group gap={6} wrap="nowrap">
                <PlatformIcon platform={one} size={14} />
                {platformNames[one]}
              </Group>
            ),
          }))}
          onChange={(next) => setChosen(platforms.find((one) => one === next) ?? chosen)}
        />
        <Text size="xs" c="var(--text-2)" ms="auto">
          {isSample ? 'Sample data is free' : '1 call'}
        </Text>
        <Button type="submit">{first === undefined ? 'Ask' : verbOf(first, typed)}</Button>
      </Group>
      <Text size="xs" c="var(--text-2)" mih={20} aria-live="polite">
        {isBlank || others.length === 0 ? (
          'Words find posts. An @account shows what it posts. A link to a post shows its comments.'
        ) : (
          <>
            Or:{' '}
            {others.map((other, index) => (
              <Fragment key={other.endpoint.id}>
                {index > 0 && ' · '}
                <TextLink onClick={() => open(other)}>{other.endpoint.title}</TextLink>
              </Fragment>
            ))}
          </>
        )}
      </Text>
    </Stack>
  );
}

/** "Search posts", "Get comments". */
const verbOf = ({ endpoint: { title, noun } }: StartQuestion, typed: Typed): string =>
  typed === 'words' ? title : `Get ${lowerFirst(noun)}`;

interface Example {
  icon: LucideIcon;
  title: string;
  detail: string;
  endpointId: string;
}

const examples: readonly Example[] = [
  {
    icon: Search,
    title: 'Posts about a topic',
    detail: 'Posts with your words, in a table',
    endpointId: 'microblog.posts.search',
  },
  {
    icon: AtSign,
    title: 'What an account posts',
    detail: 'Its captions, pictures and numbers',
    endpointId: 'photoshare.posts.by-user',
  },
];

/** Worked examples: asked if that is free, otherwise filled in. */
function Examples() {
  const endpoints = useSnapshot(({ catalogue }) => catalogue.endpoints);
  const isSample = useIsSample();
  const open = (endpoint: DataEndpoint): void => {
    const query = { ...emptyQuery(endpoint.id), values: endpoint.example };
    if (isSample) void askInNewTab(query, { collapsed: true });
    else showParameter(openTab(endpoint.id, query), null);
  };
  return (
    <section aria-label="Examples">
      <Text component="h3" size="xs" fw={500} c="var(--text-2)" mb={8}>
        {isSample ? 'Try an example' : 'Begin with an example'}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={12}>
        {examples.map(({ endpointId, ...words }) => {
          const endpoint = endpoints.filter(isDataEndpoint).find(({ id }) => id === endpointId);
          return (
            endpoint && <ExampleCard key={endpointId} {...words} onOpen={() => open(endpoint)} />
          );
        })}
        <ExampleCard
          icon={List}
          title="Many accounts at once"
          detail="A list of names, asked one by one"
          onOpen={() => void openList()}
        />
      </SimpleGrid>
    </section>
  );
}

const ExampleCard = ({
  icon: Icon,
  title,
  detail,
  onOpen,
}: Omit<Example, 'endpointId'> & { onOpen: () => void }) => (
  <RowButton
    direction="column"
    align="flex-start"
    fz="md"
    p={14}
    bd="1px solid var(--line)"
    bdrs="var(--radius-card)"
    onClick={onOpen}
  >
    <Icon size={16} />
    <Text span inherit display="block" fw={500} mt={8}>
      {title}
    </Text>
    <Text span size="xs" display="block" c="var(--text-2)">
      {detail}
    </Text>
  </RowButton>
);

/** Opens a list with examples of every input status: in the form, not asked. */
async function openList(): Promise<void> {
  const read = await readText(exampleList, null);
  if (!read.ok) return;
  const { hasHeader } = read.value;
  const mapping = { username: 0 };
  const taken = takenFrom(exampleList, null);
  const list = { table: read.value, ...taken, hasHeader, mapping, onlyNew: false };
  updateTab(openTab('microblog.posts.by-user'), { list });
}

function Starred({ questions }: { questions: DataEndpoint[] }) {
  if (questions.length === 0) return null;
  return (
    <Box
      component="section"
      display="grid"
      style={{ gridTemplateColumns: '132px 1fr', alignItems: 'baseline' }}
      aria-label="Starred"
    >
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
    </Box>
  );
}

/** What the typed text is. */
type Typed = 'words' | 'account' | 'post';

/** Of each platform, in this order: Enter asks the first one, the others are one click away. */
const questionsFor: Readonly<Record<Typed, readonly string[]>> = {
  words: [
    'microblog.posts.search',
    'microblog.users.search',
    'photoshare.posts.search',
    'photoshare.users.search',
    'shortvideo.sounds.search',
  ],
  account: [
    'microblog.posts.by-user',
    'microblog.users.get',
    'microblog.users.connections',
    'photoshare.posts.by-user',
    'photoshare.users.get',
    'photoshare.users.connections',
    'forum.comments.by-user',
    'shortvideo.posts.by-user',
    'shortvideo.users.connections',
  ],
  post: [
    'microblog.posts.comments',
    'microblog.posts.get',
    'microblog.posts.quotes',
    'microblog.posts.interacting-users',
    'photoshare.posts.comments',
    'photoshare.posts.get',
    'photoshare.posts.interacting-users',
  ],
};

interface StartQuestion {
  endpoint: DataEndpoint;
  /** Of its parameters, as they are sent. */
  values: Query['values'];
}

interface PlatformQuestions {
  platform: Platform;
  /** Enter asks the first one. */
  questions: StartQuestion[];
}

const isLink = (text: string): boolean => /^(?:https?:\/\/|www\.)/i.test(text);

/** An ID as long as those of posts; a year or a number in words is not one. */
const isLongNumber = (text: string): boolean => /^\d{12,}$/.test(text);

/**
 * Returns what the text is, and the questions for it by platform; none if no question takes a link like that.
 * `@account` and links to profiles are accounts, links to posts and their IDs are posts, all else is words.
 */
export function readStart(
  catalogue: Pick<Catalogue, 'endpoints'>,
  text: string,
): { typed: Typed; found: PlatformQuestions[] } {
  const typed = text.trim();
  const kinds: readonly Typed[] = isLink(typed)
    ? ['post', 'account']
    : isLongNumber(typed)
      ? ['post']
      : /^@\S+$/.test(typed)
        ? ['account']
        : ['words'];
  for (const kind of kinds) {
    const found = questionsOf(catalogue, kind, typed);
    if (found.length > 0) return { typed: kind, found };
  }
  return { typed: kinds[0] ?? 'words', found: [] };
}

const questionsOf = (
  { endpoints }: Pick<Catalogue, 'endpoints'>,
  kind: Typed,
  typed: string,
): PlatformQuestions[] =>
  platforms.flatMap((platform) => {
    const questions = questionsFor[kind].flatMap((id) => {
      const endpoint = endpoints
        .filter(isDataEndpoint)
        .find((one) => one.id === id && one.platform === platform);
      const question = endpoint === undefined ? null : filledIn(endpoint, typed);
      return question ?? [];
    });
    return questions.length === 0 ? [] : [{ platform, questions }];
  });

/** Null if the text is no value of what the question is about; nothing typed yet is. */
function filledIn(endpoint: DataEndpoint, typed: string): StartQuestion | null {
  const subject = endpoint.parameters.find(({ required }) => required);
  if (subject === undefined) return null;
  const { values } = readQuery(endpoint, queryOf(endpoint, { [subject.key]: typed }));
  const isWrong = typed !== '' && subject.key in complaintsOf({ endpoint, values });
  return isWrong ? null : { endpoint, values };
}

const queryOf = ({ id }: DataEndpoint, values: Query['values']): Query => ({
  endpointId: id,
  values,
  fields: [],
});

const complaintsOf = ({ endpoint, values }: StartQuestion) =>
  validateQuery(endpoint, queryOf(endpoint, values), null);

/** Whether it can be asked as it is; otherwise its form says what is missing. */
const isComplete = (question: StartQuestion): boolean =>
  Object.keys(complaintsOf(question)).length === 0;
