/** Which fields are requested: a control with their number, and a list to choose from. */
import { quoted } from '#shared/characters.ts';
import { Input, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState, type KeyboardEvent, type Ref, useRef } from 'react';
import { PanelPopover } from '#renderer/components/dialog/Dialog.tsx';
import classes from './fields.module.css';
import {
  selectionWords,
  chooseAField,
  chosenNames,
  type FieldGroup,
  fieldGroups,
  isNone,
  isSameSelection,
  ownNames,
  select,
  type Selection,
  selectionOf,
  toggle,
  defaultSelection,
} from './selection.ts';
import type { Resource } from '#shared/catalogue/types.ts';
import { maxFieldNameLength } from '#shared/query/types.ts';
import { isFieldName } from '#shared/query/values.ts';
import { splitIds } from '#shared/catalogue/parameter-kinds.ts';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { CheckEntry, EntryList } from '#renderer/components/entries.tsx';
import { ListHead } from '#renderer/components/SearchBox.tsx';
import { FieldName, TextLink } from '#renderer/components/texts.tsx';

export function FieldPicker(props: FieldPickerProps) {
  const { id, resource, selection, message, locked } = props;
  const [opened, setOpened] = useState(false);
  const isOpen = opened && !locked;
  return (
    <Input.Wrapper
      miw={0}
      data-param="fields"
      id={id}
      label="Fields"
      error={message}
      labelProps={{ id: `${id}-label` }}
    >
      <PanelPopover
        label="Field picker"
        opened={isOpen}
        onChange={setOpened}
        position="bottom-end"
        width={572}
        target={
          <div>
            <Input
              component="button"
              type="button"
              pointer
              // Label and state are the accessible name: "Fields 12 of 31".
              aria-labelledby={`${id}-label ${id}-words`}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              error={message !== null}
              onClick={() => setOpened(!isOpen)}
              rightSection={<ChevronDown />}
              rightSectionPointerEvents="none"
            >
              <span id={`${id}-words`}>{selectionWords(resource, selection)}</span>
            </Input>
          </div>
        }
      >
        <FieldPanel {...props} onDone={() => setOpened(false)} />
      </PanelPopover>
    </Input.Wrapper>
  );
}

const presets = { All: 'all', None: 'none', 'My default': 'default' } as const;

interface FieldPickerProps {
  id: string;
  resource: Resource;
  selection: Selection;
  /** The person's saved default for this resource; empty: none. */
  defaultNames: readonly string[];
  message: string | null;
  locked: boolean;
  onChange: (selection: Selection) => void;
  onSaveDefault: (names: readonly string[]) => void;
}

function FieldPanel(props: FieldPickerProps & { onDone: () => void }) {
  const { resource, selection, defaultNames, onChange, onSaveDefault, onDone } = props;
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const groups = fieldGroups(resource, ownNames(resource, selection), search);
  const isDefault = isSameSelection(resource, selection, selectionOf(defaultNames, false));

  // All and None are of those found, as in the list of columns.
  const found = new Set(groups.flatMap((group) => group.fields.map(({ name }) => name)));
  const chosen = chosenNames(resource, selection);
  const selections = {
    all: select(resource, [...chosen, ...found]),
    none: select(
      resource,
      chosen.filter((name) => !found.has(name)),
    ),
    default: defaultSelection(resource, defaultNames),
  };
  return (
    <>
      <ListHead label="Find a field" search={search} onSearch={setSearch} list={list}>
        {Object.entries(presets).map(([label, preset]) => (
          <QuietButton key={preset} onClick={() => onChange(selections[preset])}>
            {label}
          </QuietButton>
        ))}
      </ListHead>
      <FieldList
        ref={list}
        {...{ groups, search }}
        chosen={new Set(chosen)}
        onToggle={(name) => onChange(toggle(resource, selection, name))}
      />
      <Stack data-line="top" gap={4} py={8} pl={16} pr={8}>
        <Text size="xs" c="var(--text-2)" aria-live="polite">
          {stateWords(props)}
        </Text>
        {!resource.fieldsClosed && (
          <AddName
            isChosen={(name) => chosenNames(resource, selection).includes(name)}
            onAdd={(names) =>
              onChange(select(resource, [...chosenNames(resource, selection), ...names]))
            }
          />
        )}
        <Group className={classes.last} gap={12} wrap="nowrap" justify="space-between" pt={4}>
          <Checkbox
            styles={{ body: { alignItems: 'center' } }}
            label={`Use as my default for ${resource.many}`}
            checked={isDefault}
            // New questions have all fields anyway, and no fields can't be requested.
            disabled={isNone(selection) || (isDefault && selection === 'all')}
            onChange={() => onSaveDefault(isDefault || selection === 'all' ? [] : selection)}
          />
          <SmallButton onClick={onDone}>Done</SmallButton>
        </Group>
      </Stack>
    </>
  );
}

function stateWords({ resource, selection }: FieldPickerProps): string {
  if (selection === 'all') {
    return 'All fields: the request names none, so the service should send every one.';
  }
  return isNone(selection)
    ? chooseAField
    : `${selectionWords(resource, selection)} included. The others aren’t requested.`;
}

interface AddNameProps {
  isChosen: (name: string) => boolean;
  onAdd: (names: readonly string[]) => void;
}

/** For assumed lists: says so, and accepts names that the list lacks. */
function AddName({ isChosen, onAdd }: AddNameProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string | null>(null);

  const add = () => {
    const names = splitIds(text);
    const wrong = problemOfNames(names, isChosen);
    setMessage(wrong);
    if (wrong !== null) return;
    onAdd(names);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <div>
      <Text size="xs" c="var(--text-2)">
        Assumed names: the service doesn’t publish this list and may refuse a name.{' '}
        {!open && <TextLink onClick={() => setOpen(true)}>Add a name</TextLink>}
      </Text>
      {open && (
        <Group gap={8} wrap="nowrap" align="flex-start" pt={6} pb={2}>
          <TextInput
            flex={1}
            size="xs"
            aria-label="Name of the field"
            placeholder="viewCount"
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setMessage(null);
            }}
            onKeyDown={onKeyDown}
            error={message}
            // The person just requested it.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
          <SmallButton onClick={add}>Add</SmallButton>
        </Group>
      )}
    </div>
  );
}

function problemOfNames(
  names: readonly string[],
  isChosen: (name: string) => boolean,
): string | null {
  if (names.length === 0) return 'Type the name as the service writes it.';
  const wrong = names.find((name) => !isFieldName(name) || name.length > maxFieldNameLength);
  if (wrong !== undefined) {
    return `${quoted(wrong)} can’t be a name: letters, digits, _ and . only, and no digit first.`;
  }
  const known = names.find(isChosen);
  return known === undefined ? null : `${quoted(known)} is already chosen.`;
}

/** The fields by meaning, with label and technical name. */
interface FieldListProps {
  ref: Ref<HTMLDivElement>;
  groups: readonly FieldGroup[];
  search: string;
  chosen: ReadonlySet<string>;
  onToggle: (name: string) => void;
}

function FieldList({ ref, groups, search, chosen, onToggle }: FieldListProps) {
  const names = groups.flatMap((group) => group.fields.map((field) => field.name));
  return (
    // Leaves room for the form’s head at 1024 × 700.
    <EntryList
      ref={ref}
      ids={names}
      data-scrolls="within"
      mih={120}
      mah="min(448px, calc(100dvh - 390px))"
      p="2px 8px 8px"
    >
      <div className={classes.list}>
        {groups.map((group) => (
          <fieldset key={group.name} className={classes.group}>
            <Text component="legend" fz={11} fw={600} lh="18px" c="var(--text-2)" p="8px 8px 2px">
              {group.name}
            </Text>
            <ul>
              {group.fields.map(({ name, label }) => (
                <CheckEntry
                  key={name}
                  id={name}
                  label={<FieldName label={label} field={name} />}
                  checked={chosen.has(name)}
                  onToggle={() => onToggle(name)}
                />
              ))}
            </ul>
          </fieldset>
        ))}
      </div>
      {names.length === 0 && (
        <Text inherit py={12} px={8} c="var(--text-2)">
          No fields match {quoted(search.trim())}.
        </Text>
      )}
    </EntryList>
  );
}
