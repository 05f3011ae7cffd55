/** What a conversation answers that isn't among its rows: the post, and comments. None of it is asked unbidden. */
import { Box, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import {
  answersWithOne,
  memberOf,
  type Catalogue,
  type Conversation,
  type Resource,
} from '#shared/catalogue/types.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import { authorField, usesOf, type Use } from '#shared/query/use-value.ts';
import { sentValue } from '#shared/query/values.ts';
import { ActionButton } from '#renderer/components/actions.tsx';
import { TextLink } from '#renderer/components/texts.tsx';
import { useSnapshot } from '#renderer/state/app.ts';
import { useItem } from '#renderer/state/row-answers.ts';
import { extraColumns } from '../record/ExtraCard.tsx';
import { useRows } from '../rows-scope.ts';
import { captionOf, wordsIn } from '../row-cards.tsx';
import { follow, useCost } from '../use-value/follow.ts';
import { sourceOf, textsOf, type RowSource } from '../use-value/row-source.ts';
import { useDateLook } from '../values/moments.ts';
import classes from './Conversation.module.css';

interface Post {
  resource: Resource;
  /** Null: no run is known to have it. */
  row: Row | null;
  author: string | null;
  /** The question that gets it. */
  use: Use | null;
  source: RowSource;
}

/** Returns the post that the run's question asks about; null for none. */
export function usePost(): Post | null {
  const { run, endpoint } = useRows();
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const found = useMemo(() => {
    const posts = catalogue.resources.filter(({ id }) => id.endsWith('.post'));
    const [asked] = (run.list === null ? (endpoint?.parameters ?? []) : []).flatMap((parameter) => {
      const value = sentValue(parameter, run.query);
      const resource = posts.find(({ id, identity }) =>
        parameter.takes.some((taken) => taken.resource === id && taken.field === identity),
      );
      return value === null || resource === undefined ? [] : [{ value, resource }];
    });
    if (asked === undefined) return null;
    const { value, resource } = asked;
    const texts = (field: string): string[] => (field === resource.identity ? [value] : []);
    const source: RowSource = { resource, texts, query: run.query, run };
    return {
      resource,
      source,
      value,
      use: getting(catalogue, source, resource.identity, resource),
    };
  }, [catalogue, endpoint, run]);
  const row = useItem(run.id, found);
  if (found === null) return null;
  const by = authorField(found.resource);
  const author = row && by !== null ? (textsOf(memberOf(row, by))[0] ?? null) : null;
  return { ...found, row, author };
}

/** Returns the question that gets an item by the ID in a field of what is at hand; null: there is none. */
function getting(
  catalogue: Catalogue,
  source: RowSource,
  field: string,
  item: Pick<Resource, 'id'>,
): Use | null {
  const [text] = source.texts(field);
  if (text === undefined) return null;
  return (
    usesOf(catalogue, source, field, text).find(
      ({ endpoint, missing }) =>
        missing === null && answersWithOne(endpoint) && endpoint.resource === item.id,
    ) ?? null
  );
}

/** The post on top, or how to get it. All that answers it is got below the rows, as in any look. */
export function PostStrip({ post }: { post: Post | null }) {
  const [dates] = useDateLook();
  const costs = useCost();
  if (post === null || (post.row === null && post.use === null)) return null;
  const { resource, row, use, source } = post;
  const columns = extraColumns(row ?? {}, resource);
  const says = captionOf(columns, []);
  const words = (of: readonly Column[]): string => wordsIn(row ?? {}, of, dates);
  return (
    <section aria-label={`The ${resource.one}`} className={classes.post}>
      {row === null ? (
        <Text flex={1} c="var(--text-2)">
          The {resource.one} itself isn’t in your runs.
        </Text>
      ) : (
        <Box flex={1} miw={0}>
          <Group gap={8} wrap="nowrap" h={20} fz={12} className={classes.head}>
            <bdi className={classes.author}>{words(says.authors)}</bdi>
            <span className={classes.fact}>{words(says.dates)}</span>
            {says.figure !== null && (
              <span className={classes.fact}>
                {says.figure.label} {words([says.figure])}
              </span>
            )}
          </Group>
          <ItemText lines={3}>{words(says.texts)}</ItemText>
        </Box>
      )}
      {row === null && use !== null && (
        <ActionButton
          action={{
            label: [`Show the ${resource.one}`, costs(use).words ?? []].flat().join(' · '),
            act: (held) => follow(use, source, held),
          }}
        />
      )}
    </section>
  );
}

/** As many lines of a text as there is room for. */
export const ItemText = ({ lines, children }: { lines: number; children: string }) => (
  <Text inherit dir="auto" lineClamp={lines} maw="90ch" data-breaks className={classes.text}>
    {children}
  </Text>
);

interface GetAnsweredProps {
  item: Row;
  of: Conversation;
  /** It begins a thread. */
  isBegun: boolean;
  isActive: boolean;
}

/** Says that what a row answers isn't here, and gets it if it can be had by its ID. */
export function GetAnswered({ item, of, isBegun, isActive }: GetAnsweredProps) {
  const { resource, run, view } = useRows();
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const costs = useCost();
  if (resource === null) return null;
  const source = sourceOf(item, resource, run);
  const { asked = [] } = view.thread ?? {};
  const filled = of.answers.filter((field) => source.texts(field).length > 0);
  // Neither one that is here nor what was asked about is a further question.
  const use = (isBegun ? filled : filled.slice(0, 1))
    .filter((field) => !asked.includes(source.texts(field)[0]!))
    .map((field) => getting(catalogue, source, field, resource))
    .find((one) => one !== null);
  return (
    <>
      <span className={classes.missing}>Answers a {resource.one} that isn’t here</span>
      {use !== undefined && (
        <TextLink
          alone
          tabIndex={isActive ? 0 : -1}
          onClick={(event) => void follow(use, source, event)}
        >
          Get it{costs(use).words === null ? '…' : ` · ${costs(use).words}`}
        </TextLink>
      )}
    </>
  );
}
