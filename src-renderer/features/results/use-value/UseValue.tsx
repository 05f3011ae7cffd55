/** Follow-up questions about a value or a row: as menu items and as buttons. */
import { Group, Menu, Text } from '@mantine/core';
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
import { SmallButton } from '#renderer/components/buttons.tsx';
import { MenuLines, type MenuLine, PageMenu } from '#renderer/components/popups.tsx';
import { TextLink } from '#renderer/components/texts.tsx';
import { keyNames } from '#renderer/components/words.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { groupDigits } from '../values/cell-view.ts';
import { follow, useCost } from './follow.ts';
import { type RowSource, valueSource } from './row-source.ts';

interface UsesProps {
  source: RowSource;
  field: string;
}

/**
 * A cell's questions as menu items: those about its value, else those about its row. Other questions
 * about the row are in a submenu, to keep the menu short.
 */
export function AskItems({ source, field }: UsesProps) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const lines = useQuestions(source);
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
  const ofRow = isOfRow ? [...ofCell, ...remaining] : about;
  const hasLists = first.length === 0 && source.texts(field).length > 1;
  const isShort = first.length > 0 || hasLists;
  return (
    <>
      {input !== null && <UseItems source={source} field={field} />}
      {isShort && <UseItems source={source} field={field} />}
      {!isShort && ofRow.length > 0 && (
        <>
          <Menu.Label>Ask about this {item}</Menu.Label>
          <MenuLines lines={lines(ofRow)} />
        </>
      )}
      {isShort && ofRow.length > 0 && (
        <MenuLines lines={[further(`About this ${item}`, lines(ofRow))]} />
      )}
      {ofRow.length === 0 && <Menu.Label>{nothingFurther(item)}</Menu.Label>}
      {author !== null && author !== field && byAuthor.length > 0 && (
        <MenuLines lines={[further(`About @${source.texts(author)[0]}`, lines(byAuthor))]} />
      )}
    </>
  );
}

const nothingFurther = (item: string): string => `Nothing further can be asked about this ${item}.`;

const isSameUse = (one: Use, other: Use): boolean =>
  one.endpoint.id === other.endpoint.id && one.choice === other.choice;

const usesOfValue = (catalogue: Catalogue, source: RowSource, field: string): Use[] =>
  source
    .texts(field)
    .slice(0, 1)
    .flatMap((text) => usesOf(catalogue, source, field, text));

/** Questions about a value, as menu items; for a list, value by value. */
export function UseItems(of: UsesProps) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const { source, field } = valueSource(catalogue, of.source, of.field) ?? of;
  const lines = useQuestions(source);
  const values = usedValues(catalogue, source, field);
  const [first, ...others] = values;
  if (first === undefined) return null;
  return others.length === 0 ? (
    <>
      <Menu.Label>
        <Text inherit truncate>
          Use <bdi>{first.text}</bdi> in
        </Text>
      </Menu.Label>
      <MenuLines lines={lines(first.uses)} />
    </>
  ) : (
    <>
      <Menu.Label>Use a value in</Menu.Label>
      <MenuLines lines={values.map(({ text, uses }) => further(text, lines(uses)))} />
    </>
  );
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
 * Returns a function for one line per question, with its cost; those that can’t be asked with the
 * current key are last.
 */
function useQuestions(source: RowSource): (uses: readonly Use[]) => MenuLine[] {
  const costs = useCost();
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  return (uses) =>
    uses
      .map((use) => ({ use, cost: costs(use) }))
      .toSorted((one, other) => Number(other.cost.asks) - Number(one.cost.asks))
      .map(({ use, cost }) => ({
        key: `${use.endpoint.id} ${use.key} ${use.choice}`,
        label: use.endpoint.title,
        words: (
          <>
            {use.choice ?? use.endpoint.title}
            {cost.asks ? '' : '…'} <Count of={use} />
          </>
        ),
        icon: cost.asks ? ArrowUpRight : TextCursorInput,
        end: (
          <Text span size="xs" c="dimmed" ps={12}>
            {cost.words}
          </Text>
        ),
        title: cost.asks ? onlyFillsIn(catalogue, use) : onlyForm,
        act: (event) => void follow(use, source, event),
      }));
}

const onlyForm = 'Opens the form, filled in';

/** A submenu. */
const further = (label: string, lines: readonly MenuLine[]): MenuLine => ({
  label,
  words: <bdi>{label}</bdi>,
  icon: null,
  further: lines,
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

/** *Use in…* beside a value of the record pane; empty if no question takes the value. */
export function UseMenu(props: UsesProps & { label: string }) {
  const { source, field, label } = props;
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const value = valueSource(catalogue, source, field);
  if (value === null || usedValues(catalogue, value.source, value.field).length === 0) return null;
  return (
    <Text span flex="none" fz={12} lh="20px">
      <PageMenu position="bottom-end" width={264}>
        <Menu.Target>
          <TextLink alone aria-label={`Use in… ${label}`}>
            Use in…
          </TextLink>
        </Menu.Target>
        <Menu.Dropdown>
          <UseItems source={source} field={field} />
        </Menu.Dropdown>
      </PageMenu>
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
