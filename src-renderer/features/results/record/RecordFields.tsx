/** A row for reading: in *Details*, and as the card of an answer with one item. */
import { ActionIcon, Box, Group, Text } from '@mantine/core';
import { Copy, ExternalLink } from 'lucide-react';
import { memberOf } from '#shared/catalogue/types.ts';
import type { Field, Resource } from '#shared/catalogue/types.ts';
import { inputField, isOwnField } from '#shared/contract/list.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import { useMediaColumns } from '#renderer/state/media.ts';
import { everyRowOf, useRow, useRowsAround } from '#renderer/state/rows.ts';
import { Fact, Facts } from '#renderer/components/tables.tsx';
import { TechnicalName, TextLink } from '#renderer/components/texts.tsx';
import { authorField } from '#shared/query/use-value.ts';
import { OwnValues } from '../codes/own-columns.tsx';
import { askToOpen } from '../LinkDialog.tsx';
import { copyValue } from '../copy/copy-rows.ts';
import { AskAboutItem, UseMenu } from '../use-value/UseValue.tsx';
import { sourceOf } from '../use-value/row-source.ts';
import type { RowSource } from '../use-value/row-source.ts';
import { useRows } from '../rows-scope.ts';
import { isFilled, linkAddress } from '../values/cell-view.ts';
import { useDateLook } from '../values/moments.ts';
import { LoadPictures, Medium, Picture, useColumnsSeen } from '../media/Picture.tsx';
import { mediaOf } from '../media/row-media.ts';
import { FullValue } from './FullValue.tsx';
import classes from './Record.module.css';

interface RecordProps {
  row: Row;
  /** In the run, from 0; undefined until it is known. */
  number: number | undefined;
}

/** Author and date, the text, the figures, the questions about it; then every field. */
export function RecordFields({ row, number, index }: RecordProps & { index: number }) {
  const { columns, resource, run, rows } = useRows();
  const parts = recordParts(row, columns, resource);
  return (
    <>
      <RecordHead {...{ row, number, parts }} />
      {run.changes === undefined && columns.some(({ own }) => own !== undefined) && (
        <Box component="section" aria-label="Your columns" px={16} pb={2}>
          <OwnValues row={row} at={{ view: rows.view, spans: [{ first: index, last: index }] }} />
        </Box>
      )}
      <AllFields {...{ row, number }} fields={parts.all} />
    </>
  );
}

/** The only row of an answer with one item: a profile or a post, as in *Details* but with more room. */
export function RecordCard() {
  const view = everyRowOf(useRows().run);
  const row = useRow(view, 0);
  useRowsAround(view, 0, 0, 1);
  return (
    <div data-scrolls className={classes.cardArea}>
      {row !== undefined && <ItemCard row={row} />}
    </div>
  );
}

/** An item to be read. */
export function ItemCard({ row }: { row: Row }) {
  const { columns, resource } = useRows();
  const parts = recordParts(row, columns, resource);
  return (
    <>
      <article
        className={classes.itemCard}
        aria-label={resource === null ? 'The row' : `The ${resource.one}`}
      >
        <RecordHead {...{ row, parts }} number={0} />
      </article>
      <div className={classes.itemCard}>
        <AllFields row={row} number={0} fields={parts.all} />
      </div>
    </>
  );
}

interface PartsProps extends RecordProps {
  parts: RecordParts;
}

/** Returns the row as a source of questions; null if it is nothing that questions are about. */
function useSource(row: Row): RowSource | null {
  const { run, resource } = useRows();
  return resource && sourceOf(row, resource, run);
}

/** What people look at first. `isAlone`: its pictures are beside it. */
export function RecordHead({
  parts,
  row,
  number,
  isAlone = false,
}: PartsProps & { isAlone?: boolean }) {
  const { avatar, main, facts, figures } = parts;
  const source = useSource(row);
  const place = { runId: useRows().run.id, row: number };
  const [medium] = mediaOf(row, useColumnsSeen());
  const isAvatar = medium !== undefined && medium.column === avatar?.field;
  return (
    <>
      {medium !== undefined && !isAlone && (
        <div className={classes.medium}>
          {!isAvatar && <Medium key={number} {...{ place, medium }} alt={medium.label} />}
          <LoadPictures />
        </div>
      )}
      <Byline {...{ row, number, parts, source }} />
      {main !== null && (
        <div className={classes.main}>
          <Value row={row} column={main} />
        </div>
      )}
      {facts.length + figures.length > 0 && (
        <Facts names={92} p="9px 16px 13px" className={classes.facts}>
          {[...facts, ...figures].map((column) => (
            <Fact
              key={column.field}
              name={column.label}
              data-figure={column.meaning === 'count' || undefined}
            >
              <Group gap={8} wrap="nowrap" align="flex-start" justify="space-between">
                <Box miw={0}>
                  <Value row={row} column={column} />
                </Box>
                <Use source={source} column={column} />
              </Group>
            </Fact>
          ))}
        </Facts>
      )}
      {source !== null && <AskAboutItem source={source} />}
    </>
  );
}

/** The account that wrote it or that it describes, the date, and a link to the original. */
function Byline({
  row,
  number,
  parts: { avatar, name, account, date, original },
  source,
}: PartsProps & { source: RowSource | null }) {
  const place = { runId: useRows().run.id, row: number };
  const [face] = avatar === null ? [] : mediaOf(row, [{ ...avatar, kind: 'picture' }]);
  const address = original === null ? null : linkAddress(String(memberOf(row, original.field)));
  if (account === null && address === null) return null;
  return (
    <Group component="header" gap={10} wrap="nowrap" p="14px 16px 0" className={classes.byline}>
      {face !== undefined && (
        <Box className={classes.avatar}>
          <Picture look="avatar" link={face} place={place} alt={face.label} />
        </Box>
      )}
      <Box flex={1} miw={0}>
        {account !== null && (
          <Group gap="0 8px" wrap="nowrap" align="baseline">
            <Text span fw={600} truncate miw={0}>
              <Value row={row} column={name ?? account} />
            </Text>
            {name !== null && (
              <Text span c="dimmed" truncate miw={0}>
                <Value row={row} column={account} />
              </Text>
            )}
            <Box flex={1} />
            <Use source={source} column={account} />
          </Group>
        )}
        <Group gap="0 12px" justify="space-between">
          {date !== null && (
            <Text span size="xs" c="dimmed">
              <Value row={row} column={date} />
            </Text>
          )}
          {address !== null && (
            <TextLink alone onClick={() => askToOpen(address)}>
              <Group component="span" gap={4} fz={12}>
                Open original
                <ExternalLink size={12} />
              </Group>
            </TextLink>
          )}
        </Group>
      </Box>
    </Group>
  );
}

/** Every field with its name, with buttons to copy and to use it. */
function AllFields({ fields, row, number }: RecordProps & { fields: readonly Column[] }) {
  const { run } = useRows();
  const source = useSource(row);
  const media = useMediaColumns(run);
  return (
    <section aria-label="All fields">
      <Group gap={8} h={36} pl={16} pr={6} className={classes.allHead}>
        <Text component="h3" size="xs" fw={600}>
          All fields
        </Text>
        <Text span size="xs" c="dimmed">
          {fields.length}
        </Text>
      </Group>
      <Facts look="above" p="4px 16px 16px" className={classes.fields}>
        {fields.map((column) => (
          <Fact
            key={column.field}
            data-field={column.field}
            data-reveals
            name={
              <>
                <span>{column.label}</span>
                {column.field !== inputField && <TechnicalName {...column} />}
                <Box flex={1} />
                <CopyField value={memberOf(row, column.field)} label={column.label} />
                <Use source={source} column={column} />
              </>
            }
          >
            {mediaOf(
              row,
              media.flatMap((one) =>
                one.column === column.field ? [{ ...column, kind: one.kind }] : [],
              ),
            ).map((medium) => (
              <Medium
                key={medium.n}
                place={{ runId: run.id, row: number }}
                medium={medium}
                alt={column.label}
              />
            ))}
            <Value row={row} column={column} />
          </Fact>
        ))}
      </Facts>
    </section>
  );
}

function Value({ row, column }: { row: Row; column: Column }) {
  const [dates] = useDateLook();
  return <FullValue {...{ column, dates }} value={memberOf(row, column.field)} />;
}

function Use({ source, column }: { source: RowSource | null; column: Column }) {
  if (source === null) return null;
  return <UseMenu source={source} field={column.field} label={column.label} />;
}

/** Copies one value, exactly as it was sent. */
function CopyField({ value, label }: { value: unknown; label: string }) {
  if (!isFilled(value)) return null;
  return (
    <ActionIcon
      size={20}
      aria-label={`Copy ${label}`}
      title="Copy"
      data-shy
      onClick={() => copyValue(value, label)}
    >
      <Copy size={13} />
    </ActionIcon>
  );
}

// The parts of a row in full: author and date, its text, its figures, then everything.

export interface RecordParts {
  /** The picture that the item is about. */
  picture: Column | null;
  /** Picture, name and username of the account that wrote the item or that it describes. */
  avatar: Column | null;
  name: Column | null;
  account: Column | null;
  /** When an account wrote it. */
  date: Column | null;
  /** The address of the item itself. */
  original: Column | null;
  /** The first text that has a value, set larger for reading. */
  main: Column | null;
  /** Other default fields that are shown first, apart from counts: community, location. */
  facts: Column[];
  /** Likes, comments, followers. */
  figures: Column[];
  /**
   * The input of a list, then every member of the item: first those not shown above, each in the
   * columns’ order.
   */
  all: Column[];
}

const factMeanings: ReadonlySet<Column['meaning']> = new Set(['username', 'name', 'date']);

/** `columns`: as arranged for the grid. */
export function recordParts(
  row: Row,
  columns: readonly Column[],
  resource: Resource | null,
): RecordParts {
  const input = columns.filter(({ field }) => field === inputField && Object.hasOwn(row, field));
  // A person's own have a place of their own.
  const held = columns.filter(
    ({ field, own }) => field !== inputField && own === undefined && Object.hasOwn(row, field),
  );
  const known = new Set(columns.map(({ field }) => field));
  const unknown = Object.keys(row)
    .filter((field) => !known.has(field) && !isOwnField(field))
    .map(unknownColumn);
  const filled = held.filter(({ field }) => isFilled(row[field]));
  const defaults = filled.filter((column) => column.usual);
  const first = (meaning: Column['meaning'], from = filled): Column | null =>
    from.find((column) => column.meaning === meaning) ?? null;

  const account = first('username', defaults);
  const groups = new Map(resource?.fields.map(({ name, group }: Field) => [name, group]));
  const isAuthored = resource !== null && authorField(resource) !== null;
  const besideAccount = filled.filter(
    ({ field }) => account !== null && groups.get(field) === groups.get(account.field),
  );
  const head = {
    picture: first('image', defaults),
    avatar: first('image', isAuthored || account === null ? besideAccount : filled),
    name: first('name', besideAccount),
    account,
    date: account !== null && isAuthored ? first('date', defaults) : null,
    original: filled.find(({ field }) => field === resource?.original) ?? null,
    main: first('text'),
  };
  const inHead = new Set(Object.values(head));
  const facts = defaults.filter((one) => factMeanings.has(one.meaning) && !inHead.has(one));
  const figures = defaults.filter(({ meaning }) => meaning === 'count');
  const shown = new Set([...inHead, ...facts, ...figures]);
  return {
    ...head,
    facts,
    figures,
    all: [
      ...input,
      ...held.filter((column) => !shown.has(column)),
      ...unknown,
      ...held.filter((column) => shown.has(column)),
    ],
  };
}

/** Returns a column for a member that arrived after the run's columns were last reported. */
function unknownColumn(field: string): Column {
  return { field, label: field, meaning: 'text', type: 'mixed', usual: false };
}
