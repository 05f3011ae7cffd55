/** A person's own columns: adding and changing one, and the values that rows have in it. */
import { Box, Button, Group, Stack, Text, Textarea, TextInput, ActionIcon } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { Check, PencilLine, Redo2, Tag, Trash2, Undo2, UserPen, Users, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { quoted } from '#shared/characters.ts';
import { kindWords } from '#shared/contract/codes.ts';
import { isOwnField } from '#shared/contract/list.ts';
import type { Code, OwnColumn, OwnKind, ValueChange } from '#shared/contract/codes.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import { Choice } from '#renderer/components/popups.tsx';
import { redoKeys, undoKeys, useOffer } from '#renderer/components/actions.tsx';
import type { Action, Sections } from '#renderer/components/actions.tsx';
import { DialogForm, DialogNote, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { afterPress } from '#renderer/components/hooks.ts';
import { outdateNotice, showActions } from '#renderer/components/notices/NoticeStrip.tsx';
import { Legend, TextLink } from '#renderer/components/texts.tsx';
import { countOf, upperFirst } from '#renderer/components/words.ts';
import { act } from '#renderer/state/act.ts';
import { ownColumnsOf, setOwnValue, undoCoding, useCodes } from '#renderer/state/codes.ts';
import type { RowsAt } from '#renderer/state/codes.ts';
import type { RunRows } from '#renderer/state/asked.ts';
import { open, useOpen } from '#renderer/state/open.ts';
import type { Open } from '#renderer/state/open.ts';
import { rowsIn } from '../grid-selection.ts';
import { useRows } from '../rows-scope.ts';
import { announce, pickedNow } from '../view-state.ts';
import { TwoCoders } from './TwoCoders.tsx';

const hasCodes = (kind: OwnKind): boolean => kind === 'code' || kind === 'codes';

export const addColumnLabel = 'Add a column of your own…';

export const askForColumn = (resource: string, field: string | null): void =>
  open({ ownColumn: { resource, field } });

/** Back, and forth again. */
const ways = [
  { way: 'undo', icon: Undo2, keys: undoKeys },
  { way: 'redo', icon: Redo2, keys: redoKeys },
] as const;

/** What can be done with own columns, while rows are on screen; and their dialogs. */
export function OwnColumns() {
  const { run, columns, rows: of, grid } = useRows();
  const codes = useCodes(run);
  const { ownColumn, noting, coders, coder } = useOpen();
  /** Elsewhere, whoever undoes means something else: their codes would be gone unseen. */
  const isCoding = (): boolean => {
    const { activeElement: focused } = document;
    if (focused === null || focused !== grid.current)
      return focused?.closest('[data-codes]') != null;
    const { active } = pickedNow(of.view);
    return active !== null && active.row >= 0 && isOwnField(active.field);
  };
  const keysHere = (keys: string): string | undefined => (isCoding() ? keys : undefined);
  useOffer('rows', () => [
    { label: addColumnLabel, icon: Tag, act: () => askForColumn(run.resource, null) },
    {
      label: 'Two coders…',
      icon: Users,
      act: () => open({ coders: { field: ownColumnsOf(columns)[0]?.field ?? '' } }),
    },
    { label: 'Who codes…', icon: UserPen, act: () => open({ coder: true }) },
    ...ways.flatMap(({ way, icon, keys }) => {
      const what = codes?.[way] ?? null;
      const label = `${upperFirst(way)}: ${what}`;
      const undoes = () => undo(run.resource, way === 'redo');
      return what === null
        ? []
        : [{ id: `${way}-coding`, label, icon, keys: keysHere(keys), act: undoes }];
    }),
  ]);
  return (
    <>
      <DialogOf
        of={ownColumn}
        onClose={() => open({ ownColumn: null })}
        title={({ field }) => (field === null ? 'Add a column of your own' : 'Change the column')}
        size={680}
      >
        {({ resource, field }) => (
          <ColumnForm
            resource={resource}
            known={ownColumnsOf(columns).find((one) => one.field === field) ?? null}
            who={codes?.who ?? ''}
          />
        )}
      </DialogOf>
      <DialogOf
        of={noting}
        onClose={() => open({ noting: null })}
        title={({ own, rows }) =>
          rows === 1 ? own.name : `${own.name} of ${countOf(rows, 'row')}`
        }
      >
        {(shown) => <ValueForm {...shown} />}
      </DialogOf>
      <DialogOf of={coders} onClose={() => open({ coders: null })} title="Two coders" size={720}>
        {({ field }) => <TwoCoders field={field} />}
      </DialogOf>
      <DialogOf of={coder} onClose={() => open({ coder: null })} title="Who codes">
        {() => <CoderForm resource={run.resource} who={codes?.who ?? ''} />}
      </DialogOf>
    </>
  );
}

/** Of every notice that undoes what was coded last. */
const noticeId = 'coding';

/** Says what is undone, or redone, and offers the way back. */
async function undo(resource: string, redo = false): Promise<void> {
  const problem = await undoCoding(resource, redo, (undone) => {
    if (undone === null) return;
    showActions({
      id: noticeId,
      text: `${redo ? 'Redone' : 'Undone'}: ${undone}`,
      actions: { [redo ? 'Undo' : 'Redo']: () => void undo(resource, !redo) },
    });
  });
  if (problem !== null) showActions({ text: problem.title, actions: {} });
}

/** Who codes, and where it is changed. */
export function CodedBy() {
  const who = useCodes(useRows().run)?.who;
  return (
    <TextLink alone onClick={() => open({ coder: true })}>
      {who ? `Coded by ${who}` : 'Who codes?'}
    </TextLink>
  );
}

function CoderForm({ resource, who }: { resource: string; who: string }) {
  const [coder, setCoder] = useState(who);
  return (
    <DialogForm
      submit="Save"
      act={() => act('codes.change', { resource, change: { kind: 'coder', who: coder } })}
    >
      <CoderInput value={coder} onChange={setCoder} />
      <DialogNote>
        Each value is noted with who gave it. If this is empty, that is the first of the project’s
        creators.
      </DialogNote>
    </DialogForm>
  );
}

interface CoderInputProps extends Omit<TextInputProps, 'onChange'> {
  onChange: (coder: string) => void;
}

const CoderInput = ({ onChange, ...props }: CoderInputProps) => (
  <TextInput
    label="Coded by"
    placeholder="Your initials or name"
    maxLength={100}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...props}
  />
);

/** A code as it is edited; `was`: its name before. */
interface CodeDraft extends Code {
  was: string | null;
}

const emptyCode: CodeDraft = { was: null, name: '', description: '', example: '' };

/** There is always room for another one. */
const withRoom = (codes: readonly CodeDraft[]): readonly CodeDraft[] =>
  codes.at(-1)?.name === '' ? codes : [...codes, emptyCode];

/** Enter leads to the next code's name; in the last line, which is empty, it saves. */
function toNextCode(event: KeyboardEvent<HTMLElement>): void {
  const next = event.currentTarget.nextElementSibling?.querySelector('input');
  const isPlain = event.key === 'Enter' && !event.nativeEvent.isComposing;
  if (next == null || !isPlain || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  next.focus();
}

interface ColumnFormProps {
  resource: string;
  /** Null: a new one. */
  known: OwnColumn | null;
  who: string;
}

function ColumnForm({ resource, known, who }: ColumnFormProps) {
  const [name, setName] = useState(known?.name ?? '');
  const [kind, setKind] = useState<OwnKind>(known?.kind ?? 'code');
  const [description, setDescription] = useState(known?.description ?? '');
  const [coder, setCoder] = useState(who);
  const [codes, setCodes] = useState(() =>
    withRoom((known?.codes ?? []).map((code) => Object.assign({ was: code.name }, code))),
  );
  const given = hasCodes(kind) ? codes.filter((code) => code.name.trim() !== '') : [];
  const change = (at: number, changed: Partial<Code>): void =>
    setCodes(withRoom(codes.with(at, { ...codes[at]!, ...changed })));
  const save = async () => {
    if (coder.trim() !== who) {
      const problem = await act('codes.change', {
        resource,
        change: { kind: 'coder', who: coder },
      });
      if (problem !== null) return problem;
    }
    const renamed = given.flatMap((code): [string, string][] =>
      code.was === null || code.was === code.name.trim() ? [] : [[code.name.trim(), code.was]],
    );
    const defined = given.map(({ was: _was, ...code }) => code);
    const column = { name, kind, description, codes: defined };
    const field = known?.field ?? null;
    return act('codes.change', { resource, change: { kind: 'save', field, column, renamed } });
  };
  const isMissing = name.trim() === '' || (hasCodes(kind) && given.length === 0);
  return (
    <DialogForm submit={known === null ? 'Add column' : 'Save'} act={save} isDisabled={isMissing}>
      <Group gap={12} align="flex-start" grow>
        <TextInput
          label="Name"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {known === null ? (
          <Choice
            label="What it holds"
            choices={Object.entries(kindWords).map(([value, label]) => ({
              value,
              label: upperFirst(label),
            }))}
            value={kind}
            onChange={(chosen) => {
              // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the list
              setKind(chosen as OwnKind);
            }}
          />
        ) : (
          <TextInput label="What it holds" value={upperFirst(kindWords[kind])} readOnly />
        )}
      </Group>
      {hasCodes(kind) && (
        <fieldset>
          <Legend>Codes, each with when it applies and an example if you like</Legend>
          <Stack gap={6}>
            {codes.map((code, at) => (
              // Nothing in a line stays when it is another code's.
              // oxlint-disable-next-line react/no-array-index-key
              <Group key={at} gap={6} wrap="nowrap" onKeyDown={toNextCode}>
                <TextInput
                  flex={2}
                  aria-label={`Code ${at + 1}`}
                  placeholder={at < 9 ? `Code for key ${at + 1}` : 'Code'}
                  maxLength={100}
                  value={code.name}
                  onChange={(event) => change(at, { name: event.currentTarget.value })}
                />
                <TextInput
                  flex={3}
                  aria-label={`When code ${at + 1} applies`}
                  placeholder="When it applies"
                  maxLength={2000}
                  value={code.description}
                  onChange={(event) => change(at, { description: event.currentTarget.value })}
                />
                <TextInput
                  flex={2}
                  aria-label={`Example of code ${at + 1}`}
                  placeholder="Example"
                  maxLength={2000}
                  value={code.example}
                  onChange={(event) => change(at, { example: event.currentTarget.value })}
                />
                <ActionIcon
                  aria-label={`Remove code ${at + 1}`}
                  title="Remove"
                  disabled={code === emptyCode}
                  onClick={() => setCodes(withRoom(codes.toSpliced(at, 1)))}
                >
                  <X size={14} />
                </ActionIcon>
              </Group>
            ))}
          </Stack>
        </fieldset>
      )}
      <Group gap={12} align="flex-start" grow>
        <TextInput
          label="What it is about"
          maxLength={2000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <CoderInput value={coder} onChange={setCoder} />
      </Group>
      <DialogNote>
        Values belong to the item: the same one in another run has them, too. They stay in this
        project and are never sent to a service.
      </DialogNote>
    </DialogForm>
  );
}

/** A number or a note for rows. */
function ValueForm({ own, at, value }: NonNullable<Open['noting']>) {
  const [text, setText] = useState(value);
  const change = changeOfText(own, text);
  return (
    <DialogForm
      submit="Save"
      isDisabled={change === null}
      act={() => (change === null ? undefined : giveValue(at, own.field, change))}
    >
      <TextField {...{ own, text, setText }} />
    </DialogForm>
  );
}

interface TextFieldProps {
  own: OwnColumn;
  text: string;
  setText: (text: string) => void;
  size?: 'xs';
  onBlur?: () => void;
}

function TextField({ own, text, setText, ...props }: TextFieldProps) {
  const field = {
    'aria-label': own.name,
    'data-own-text': own.kind,
    value: text,
    error: changeOfText(own, text) === null && 'Enter a number.',
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    ...props,
  };
  return own.kind === 'number' ? (
    <TextInput {...field} inputMode="decimal" maw={140} />
  ) : (
    <Textarea {...field} autosize minRows={2} maxRows={10} maxLength={10_000} />
  );
}

/** Returns what a typed text makes of a value; null: it is no number. */
function changeOfText({ kind }: OwnColumn, text: string): ValueChange | null {
  const typed = text.trim();
  if (typed === '') return { kind: 'set', value: null };
  if (kind !== 'number') return { kind: 'set', value: typed };
  const value = Number(typed.replace(/^(-?\d+),(\d+)$/, '$1.$2'));
  return Number.isFinite(value) ? { kind: 'set', value } : null;
}

/** A choice of a column's value. */
interface Choice {
  label: string;
  isOn: boolean;
  /** What choosing it does: a second time takes it back. */
  change: ValueChange;
}

/** Returns the values that a person chooses from; none for numbers and notes. */
export function choicesOf({ kind, codes }: OwnColumn, value: unknown): Choice[] {
  const set = (label: string, to: boolean | string): Choice => {
    const isOn = value === to;
    return { label, isOn, change: { kind: 'set', value: isOn ? null : to } };
  };
  if (kind === 'yesNo') return [set('Yes', true), set('No', false)];
  const names = codes.map(({ name }) => name);
  if (kind === 'code') return names.map((name) => set(name, name));
  if (kind !== 'codes') return [];
  // Those that the column no longer has can still be taken away.
  const given = (Array.isArray(value) ? value : []).map(String);
  return [...new Set([...names, ...given])].map((name) => {
    const isOn = given.includes(name);
    return { label: name, isOn, change: { kind: isOn ? 'take' : 'add', code: name } };
  });
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** As `setOwnValue`; what a notice would have undone is no longer the latest. */
export const giveValue: typeof setOwnValue = (at, field, change, take) =>
  setOwnValue(at, field, change, (coded) => {
    outdateNotice(noticeId);
    take?.(coded);
  });

/** Gives rows a value, and says what went wrong, or that some rows have no ID. */
async function give(
  at: RowsAt,
  own: OwnColumn,
  label: string,
  change: ValueChange,
  say: (words: string) => void = announce,
): Promise<void> {
  const problem = await giveValue(at, own.field, change, ({ items, withoutId }) => {
    say(`${own.name}: ${label}`);
    const left = countOf(withoutId, 'row');
    if (withoutId > 0) {
      const words = items === 0 ? 'Nothing was noted' : `${countOf(items, 'item')} coded`;
      const have = withoutId === 1 ? 'has' : 'have';
      showActions({ text: `${words}: ${left} ${have} no ID to note it of.`, actions: {} });
    }
  });
  if (problem !== null) showActions({ text: `${problem.title} ${problem.advice}`, actions: {} });
}

/** What rows can have in a column, as lines of a menu. `row`: the only one. */
function valueActionsOf(
  own: OwnColumn,
  at: RowsAt,
  row: Row | undefined,
  say?: (words: string) => void,
): Action[] {
  const isOne = rowsIn(at.spans) === 1;
  const value = isOne ? row?.[own.field] : undefined;
  const choices = choicesOf(own, value);
  const clear: Action = {
    id: `clear ${own.field}`,
    label: 'No value',
    icon: X,
    isDisabled: isOne && value === undefined,
    act: () => give(at, own, 'no value', { kind: 'set', value: null }, say),
  };
  if (choices.length === 0) {
    const write = (): void =>
      open({ noting: { own, at, rows: rowsIn(at.spans), value: textOf(value) } });
    return [{ id: `write ${own.field}`, label: 'Write…', icon: PencilLine, act: write }, clear];
  }
  return [
    ...choices.map(({ label, isOn, change }) => ({
      id: `${own.field} ${label}`,
      label,
      isOn,
      icon: isOn ? Check : Tag,
      act: () => give(at, own, label, change, say),
    })),
    clear,
  ];
}

/** For a cell's menu: the values of its column first, those of others one level below. */
export function codingActions(
  { columns, resource }: RunRows,
  at: RowsAt,
  row: Row | undefined,
  field: string,
): Sections {
  const all = ownColumnsOf(columns);
  const rows = rowsIn(at.spans);
  const own = all.find((one) => one.field === field);
  const others = all.filter((one) => one !== own);
  // Their cells may be out of sight.
  const say = (text: string): void =>
    showActions({ id: noticeId, text, actions: { Undo: () => void undo(resource) } });
  const head = (name: string): string => (rows === 1 ? name : `${name} of ${countOf(rows, 'row')}`);
  return [
    own === undefined ? [] : [{ label: head(own.name) }, ...valueActionsOf(own, at, row)],
    others.map((one) => ({
      id: `code ${one.field}`,
      label: head(one.name),
      icon: Tag,
      further: valueActionsOf(one, at, row, say),
    })),
  ];
}

/** What can be done with an own column itself. */
export function ownColumnActions(resource: string, { own, label }: Column): Action[] {
  const add = { label: addColumnLabel, icon: Tag, act: () => askForColumn(resource, null) };
  if (own === undefined) return [add];
  return [
    { label: 'Two coders…', icon: Users, act: () => open({ coders: { field: own.field } }) },
    {
      label: 'Change this column…',
      icon: PencilLine,
      act: () => askForColumn(resource, own.field),
    },
    {
      label: 'Remove this column',
      icon: Trash2,
      act: async () => {
        const problem = await act('codes.change', {
          resource,
          change: { kind: 'remove', field: own.field },
        });
        showActions(
          problem === null
            ? {
                id: noticeId,
                text: `${quoted(label)} and its values are removed`,
                actions: { Undo: () => void undo(resource) },
              }
            : { text: problem.title, actions: {} },
        );
      },
    },
    add,
  ];
}

interface OwnValuesProps {
  row: Row;
  at: RowsAt;
  /** By field and label, the number key that chooses it. */
  keyOf?: (field: string, label: string) => string | undefined;
  /** In place of giving the row that value. */
  onChoose?: (own: OwnColumn, change: ValueChange) => void;
}

/** The values of a row in all own columns, to be changed. */
export function OwnValues({ row, at, keyOf, onChoose }: OwnValuesProps) {
  const { run, columns } = useRows();
  return ownColumnsOf(columns).map((column) => (
    <Box component="fieldset" key={column.field} pb={14} data-codes>
      <Legend>{column.name}</Legend>
      {column.description !== '' && (
        <Text size="xs" c="dimmed" mb={4}>
          {column.description}
        </Text>
      )}
      {column.kind === 'number' || column.kind === 'note' ? (
        <TextValue
          key={`${at.spans[0]?.first} ${textOf(row[column.field])}`}
          {...{ at }}
          own={column}
          value={textOf(row[column.field])}
        />
      ) : (
        <Group gap={6}>
          {choicesOf(column, row[column.field]).map(({ label, isOn, change }) => {
            const key = keyOf?.(column.field, label);
            const about = column.codes.find(({ name }) => name === label);
            return (
              <Button
                key={label}
                size="xs"
                variant={isOn ? 'filled' : 'default'}
                aria-pressed={isOn}
                aria-keyshortcuts={key}
                // A long name is cut off on its button.
                title={[label, about?.description, about?.example].filter(Boolean).join(' · ')}
                leftSection={
                  key !== undefined && (
                    <Text component="kbd" inherit ff="inherit" fz={11} opacity={0.75}>
                      {key}
                    </Text>
                  )
                }
                onClick={() =>
                  onChoose === undefined
                    ? void give(at, column, label, change)
                    : onChoose(column, change)
                }
              >
                {label}
              </Button>
            );
          })}
          {hasCodes(column.kind) && (
            <TextLink alone onClick={() => askForColumn(run.resource, column.field)}>
              Change codes…
            </TextLink>
          )}
        </Group>
      )}
    </Box>
  ));
}

/** Saved when the field is left. */
function TextValue({ own, at, value }: { own: OwnColumn; at: RowsAt; value: string }) {
  const [text, setText] = useState(value);
  const change = changeOfText(own, text);
  const save = (): void => {
    if (change !== null && text.trim() !== value)
      void give(at, own, text.trim() || 'no value', change);
  };
  return <TextField {...{ own, text, setText }} size="xs" onBlur={() => afterPress(save)} />;
}
