/** Follow-up questions about a value or a row: as actions, and as buttons. */
import { Group, Text } from '@mantine/core';
import { ArrowUpRight, TextCursorInput } from 'lucide-react';
import {
  authorField,
  itemWord,
  questionsAbout,
  questionsOfCell,
  usesOf,
  type Use,
} from '#shared/query/use-value.ts';
import { singleItem, type Catalogue } from '#shared/catalogue/types.ts';
import { inputField } from '#shared/contract/list.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { ActionMenu, type Action } from '#renderer/components/actions.tsx';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { TextLink } from '#renderer/components/texts.tsx';
import { keyNames } from '#renderer/components/words.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { groupDigits } from '../values/cell-view.ts';
import { costOf, follow, useCost } from './follow.ts';
import { type RowSource, valueSource } from './row-source.ts';

type Known = Pick<Snapshot, 'catalogue' | 'credential'>;

/**
 * A cell's questions: those about its value, else those about its row. Other questions about the row are in
 * a submenu, to keep the menu short.
 */
export function askActions(known: Known, source: RowSource, field: string): Action[] {
  const { catalogue } = known;
  const input = field === inputField ? valueSource(catalogue, source, field) : null;
  const about = questionsAbout(catalogue, source);
  const ofCell = questionsOfCell(catalogue, source, field);
  const isAbout = (use: Use): boolean => about.some((one) => isSameUse(one, use));
  const author = authorField(source.resource);
  const byAuthor = author === null ? [] : usesOfValue(catalogue, source, author);
  const item = itemWord(catalogue, source);
  // A count or an ID is about the row itself: first the cell's own questions, then the others.
  const isOfRow = ofCell.some(isAbout);
  const first = isOfRow || ofCell.length === 0 ? [] : ofCell;
  const remaining = about.filter((use) => !ofCell.some((one) => isSameUse(one, use)));
  const ofRow = questions(known, source, isOfRow ? [...ofCell, ...remaining] : about);
  const isShort = first.length > 0 || source.texts(field).length > 1;
  return [
    ...(input !== null || isShort ? valueActions(known, source, field) : []),
    ...(ofRow.length === 0
      ? [{ label: nothingFurther(item) }]
      : isShort
        ? [further(`About this ${item}`, ofRow)]
        : [{ label: `Ask about this ${item}` }, ...ofRow]),
    ...(author !== null && author !== field && byAuthor.length > 0
      ? [further(`About @${source.texts(author)[0]}`, questions(known, source, byAuthor))]
      : []),
  ];
}

const nothingFurther = (item: string): string =>
  `There’s nothing more to look up for this ${item}.`;

const isSameUse = (one: Use, other: Use): boolean =>
  one.endpoint.id === other.endpoint.id && one.choice === other.choice;

const usesOfValue = (catalogue: Catalogue, source: RowSource, field: string): Use[] =>
  source
    .texts(field)
    .slice(0, 1)
    .flatMap((text) => usesOf(catalogue, source, field, text));

/** Questions about a value; for a list, value by value. Empty if no question takes it. */
export function valueActions(known: Known, row: RowSource, column: string): Action[] {
  const { catalogue } = known;
  const { source, field } = valueSource(catalogue, row, column) ?? { source: row, field: column };
  const [first, ...others] = usedValues(catalogue, source, field);
  if (first === undefined) return [];
  const ask = (uses: readonly Use[]): Action[] => questions(known, source, uses);
  if (others.length > 0) {
    const values = [first, ...others].map(({ text, uses }) => further(text, ask(uses)));
    return [{ label: 'Use a value in' }, ...values];
  }
  const words = (
    <Text inherit truncate>
      Use <bdi>{first.text}</bdi> in
    </Text>
  );
  return [{ label: `Use ${first.text} in`, words }, ...ask(first.uses)];
}

const usedValues = (
  catalogue: Catalogue,
  source: RowSource,
  field: string,
): { text: string; uses: Use[] }[] =>
  source
    .texts(field)
    .map((text) => ({ text, uses: usesOf(catalogue, source, field, text) }))
    .filter(({ uses }) => uses.length > 0);

/**
 * Returns an action for each question, with its cost; those that can’t be asked with the current key are
 * last.
 */
const questions = (
  { catalogue, credential }: Known,
  source: RowSource,
  uses: readonly Use[],
): Action[] =>
  uses
    .map((use) => ({ use, cost: costOf(use, credential) }))
    .toSorted((one, other) => Number(other.cost.asks) - Number(one.cost.asks))
    .map(({ use, cost }) => ({
      id: `${use.endpoint.id} ${JSON.stringify(use.values)} ${use.choice}`,
      label: use.endpoint.title,
      words: (
        <>
          {use.choice ?? use.endpoint.title}
          {cost.asks ? '' : '…'} <Count of={use} />
        </>
      ),
      icon: cost.asks ? ArrowUpRight : TextCursorInput,
      detail: cost.words,
      hint: cost.asks ? onlyFillsIn(catalogue, use) : onlyForm,
      act: (held) => follow(use, source, held),
    }));

const onlyForm = 'Opens the form, filled in';

/** A submenu. */
const further = (label: string, actions: readonly Action[]): Action => ({
  label,
  words: <bdi>{label}</bdi>,
  icon: null,
  further: actions,
});

function onlyFillsIn(catalogue: Catalogue, { endpoint }: Use): string {
  const single = singleItem(catalogue, { query: { endpointId: endpoint.id }, list: null });
  const click = keyNames('Ctrl+click').replace('⌘+', '⌘-').replace('Ctrl+', 'Ctrl-');
  return `Gets the ${single?.one ?? 'first page'}. ${click} only fills in the form.`;
}

/** The number of rows, if the row has it. */
function Count({ of: { count } }: { of: Use }) {
  if (count === null) return null;
  return (
    <Text span size="xs" c="dimmed">
      {groupDigits(count)}
    </Text>
  );
}

interface UseMenuProps {
  source: RowSource;
  field: string;
  label: string;
}

/** *Use in…* beside a value of the record pane; empty if no question takes the value. */
export function UseMenu({ source, field, label }: UseMenuProps) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const credential = useSnapshot((snapshot) => snapshot.credential);
  const value = valueSource(catalogue, source, field);
  if (value === null || usedValues(catalogue, value.source, value.field).length === 0) return null;
  return (
    <Text span flex="none" fz={12} lh="20px">
      <ActionMenu
        position="bottom-end"
        width={264}
        sections={() => [valueActions({ catalogue, credential }, source, field)]}
      >
        <TextLink alone aria-label={`Use in… ${label}`}>
          Use in…
        </TextLink>
      </ActionMenu>
    </Text>
  );
}

/**
 * The questions that can be asked about the item itself, one click each; if there are none, a sentence
 * that says so.
 */
export function AskAboutItem({ source }: { source: RowSource }) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const costs = useCost();
  const uses = questionsAbout(catalogue, source);
  const words = new Set(uses.flatMap((use) => costs(use).words ?? []));
  const [each] = words;
  const item = itemWord(catalogue, source);
  return (
    <Group
      component="section"
      aria-label={`Ask about this ${item}`}
      gap={6}
      p="8px 16px 10px"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      {uses.length === 0 ? (
        <Text span size="xs" c="dimmed">
          {nothingFurther(item)}
        </Text>
      ) : (
        <Text span size="xs" c="dimmed" w="100%">
          Ask about this {item}
          {words.size === 1 &&
            typeof each === 'string' &&
            ` · ${each}${uses.length > 1 ? ' each' : ''}`}
        </Text>
      )}
      {uses.map((use) => {
        const { words: cost, asks } = costs(use);
        return (
          <SmallButton
            key={`${use.endpoint.id} ${use.choice}`}
            px={8}
            title={`${use.endpoint.title}${cost === null ? '' : ` · ${cost}`}\n${asks ? onlyFillsIn(catalogue, use) : onlyForm}`}
            rightSection={use.count === null ? undefined : <Count of={use} />}
            onClick={(event) => void follow(use, source, event)}
          >
            {use.choice ?? use.endpoint.noun}
          </SmallButton>
        );
      })}
    </Group>
  );
}
