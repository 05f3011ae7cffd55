/** One parameter of the form: the control for its type, with label, help and message. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ChangeEvent, KeyboardEvent, ReactNode } from 'react';
import {
  Box,
  Combobox,
  Flex,
  Group,
  InputBase,
  Select,
  Text,
  Textarea,
  TextInput,
  Tooltip,
  UnstyledButton,
  useCombobox,
} from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { assertNever } from '#shared/assert-never.ts';
import { labelOf, splitIds } from '#shared/catalogue/parameter-kinds.ts';
import type { Choice, ParameterType, TypeOf } from '#shared/catalogue/parameter-kinds.ts';
import type { Parameter } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { alwaysSentValue, readValue } from '#shared/query/values.ts';
import { foldAccents } from '#shared/fold.ts';
import { afterPress } from '#renderer/components/hooks.ts';
import { useInlineListProps } from '#renderer/components/popups.tsx';
import { rankOf, wordsOf } from '#renderer/components/find.ts';
import { alwaysHasValue } from '../arrange.ts';
import classes from '../fields/fields.module.css';
import { frame, placeholderOf, type ControlProps, DateControl } from './DateControl.tsx';

/** One control per kind of parameter. */
function Control(props: ControlProps) {
  const { type } = props;
  switch (type.kind) {
    case 'text':
      return <TextControl {...props} type={type} />;
    case 'date':
      return <DateControl {...props} type={type} />;
    case 'choice':
      return <ChoiceControl {...props} type={type} />;
    case 'integer':
      return <IntegerControl {...props} type={type} />;
    case 'ids':
      return <IdsControl {...props} type={type} />;
    default:
      return assertNever(type);
  }
}

/** After a pause this long, the person has finished or hesitates: an invalid value is then reported. */
const pauseMs = 700;

export interface ParameterControlProps {
  id: string;
  /** At the end of the label's line. */
  beside?: ReactNode;
  parameter: Parameter;
  query: Query;
  message: string | null;
  /** Fills in parameters by key. */
  onFill: (values: Readonly<Record<string, string>>) => void;
  /** The value is complete: its message may be shown from now on. */
  onTouched: (key: string) => void;
}

export function ParameterControl(props: ParameterControlProps) {
  const { id, beside = null, parameter, query, message, onFill, onTouched } = props;
  const value = query.values[parameter.key] ?? '';
  const edited = useRef(false);
  const onChange = (changed: string): void => onFill({ [parameter.key]: changed });
  // A description read in the meantime may require another control, for example by closing a list of
  // choices: not while this one is being used.
  const [typeInUse, setTypeInHand] = useState<ParameterType | null>(null);
  const type = typeInUse ?? parameter.type;

  useEffect(() => {
    if (!edited.current || value.trim() === '') return undefined;
    const timer = setTimeout(() => afterPress(() => onTouched(parameter.key)), pauseMs);
    return () => clearTimeout(timer);
  }, [value, parameter.key, onTouched]);

  return (
    <Box
      pos="relative"
      miw={0}
      data-param={parameter.key}
      data-kind={type.kind}
      data-standing={alwaysSentValue(parameter) === null ? undefined : true}
      onFocus={() => setTypeInHand((held) => held ?? parameter.type)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setTypeInHand(null);
        afterPress(() => {
          // The value is shown as it was understood, before it is asked.
          const meant = readValue(type, value);
          if (meant !== value) onChange(meant);
          // No message for a field that was only passed through.
          if (edited.current || value.trim() !== '') onTouched(parameter.key);
        });
      }}
    >
      <Control
        {...{ id, parameter, type, query, value, message, onFill }}
        // The accessible name is only the label; `required` conveys the rest.
        label={
          alwaysHasValue(parameter) ? (
            parameter.label
          ) : (
            <>
              {parameter.label}
              <Text span inherit c="dimmed" fw={400} aria-hidden>
                {' '}
                optional
              </Text>
            </>
          )
        }
        onChange={(changed) => {
          edited.current = true;
          onChange(changed);
        }}
      />
      {/* At the end of the label’s line but outside the label, whose text names the control. */}
      <Flex component="span" pos="absolute" top={0} right={0} gap={12} align="baseline">
        {beside}
        {parameter.evidence === 'assumed' && <AssumedName parameter={parameter} />}
      </Flex>
    </Box>
  );
}

/** Marks a name as assumed. */
const AssumedName = ({ parameter }: { parameter: Parameter }) => (
  <Tooltip
    label={
      <>
        The documentation doesn’t show what the service calls this. It is sent as{' '}
        <code>{parameter.wire}</code>. To check or correct it, open Settings → Service profile.
      </>
    }
    events={{ hover: true, focus: true, touch: true }}
    openDelay={100}
    multiline
    w={280}
  >
    <UnstyledButton className={classes.assumed}>name not confirmed</UnstyledButton>
  </Tooltip>
);

// Controls for typed or chosen values: text, a code by its name, a number, IDs, one of several choices.

type TextType = TypeOf<'text'>;

/** Words and names are displayed as typed, in any script. */
function TextControl(props: ControlProps<TextType>) {
  const { codeOf, at } = props.type;
  if (codeOf !== undefined) return <NamedCode {...props} codeOf={codeOf} />;
  const sign = at ? { leftSection: <span aria-hidden>@</span>, leftSectionWidth: 30 } : {};
  return <TextInput {...typedFrame(props)} dir="auto" {...sign} />;
}

/** A code listed by the name of what it stands for; other codes may be typed. */
function NamedCode({ codeOf, ...props }: ControlProps<TextType> & { codeOf: CodeKind }) {
  const choices = useMemo(() => codeChoices(codeOf), [codeOf]);
  const type = { kind: 'choice', closed: false, choices } as const;
  const parameter = { ...props.parameter, type };
  const onChange = (value: string): void =>
    props.onChange(codeOf === 'region' && isBritain(value) ? 'GB' : value);
  return <OpenChoiceControl {...props} {...{ type, parameter, onChange }} />;
}

const IntegerControl = (props: ControlProps<TypeOf<'integer'>>) => (
  <TextInput {...typedFrame(props)} inputMode="numeric" />
);

/** The props of inputs whose value is typed. */
const typedFrame = (props: ControlProps) => ({
  ...frame(props),
  value: props.value,
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    props.onChange(event.currentTarget.value),
  placeholder: placeholderOf(props.parameter),
});

/** Enter starts a new line here, so asking requires Ctrl or Cmd with it. */
function submitWithModifier(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

function IdsControl(props: ControlProps<TypeOf<'ids'>>) {
  const count = splitIds(props.value).length;
  const { description, ...shared } = typedFrame(props);
  const counted = `${count === 0 ? 'At' : `${count} of at`} most ${props.type.max} IDs.`;
  return (
    <Textarea
      {...shared}
      description={description && `${counted} ${description}`}
      onKeyDown={submitWithModifier}
      spellCheck={false}
      autosize
      minRows={1}
      maxRows={4}
    />
  );
}

/** Codes of languages and countries, with the browser's English names. */
type CodeKind = 'language' | 'region';

const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(97 + index));
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

/** Groups of countries, test codes and codes for none: they aren't the origin of any post. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

/** Returns all two-letter codes, by name, except aliases (UK). */
function codeChoices(kind: CodeKind): Choice[] {
  const names = new Intl.DisplayNames(['en'], { type: kind, fallback: 'none' });
  const choices = pairs.flatMap((pair): Choice[] => {
    const value = kind === 'region' ? pair.toUpperCase() : pair;
    const label = isOwnCode(kind, value) ? names.of(value) : undefined;
    return label === undefined ? [] : [{ value, label }];
  });
  // Some languages have two codes with one name; the first is the common one.
  const once = new Map(choices.toReversed().map((choice) => [choice.label, choice]));
  return [...once.values()].toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** ISO reserves UK, which is no country’s code there. */
const isBritain = (typed: string): boolean => typed.trim().toUpperCase() === 'UK';

function isOwnCode(kind: CodeKind, code: string): boolean {
  if (kind === 'language') return Intl.getCanonicalLocales(code)[0] === code;
  return !noCountries.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
}

type ChoiceType = TypeOf<'choice'>;

const ChoiceControl = (props: ControlProps<ChoiceType>) =>
  props.type.closed ? <ClosedChoice {...props} /> : <OpenChoiceControl {...props} />;

/**
 * Adds a value that isn't listed, from a recipe or from before a description closed the list, so that
 * it is shown: its message refers to it.
 */
function withOwn(choices: ChoiceType['choices'], value: string): ChoiceType['choices'] {
  const isListed = value === '' || choices.some((choice) => choice.value === value);
  return isListed ? choices : [...choices, { value, label: value }];
}

function ClosedChoice(props: ControlProps<ChoiceType>) {
  const { parameter, type, onChange } = props;
  const value = props.value === '' ? (alwaysSentValue(parameter) ?? '') : props.value;
  const staysGiven = alwaysHasValue(parameter);
  const list = useInlineListProps();
  const clearWithKey = (event: KeyboardEvent) => {
    if (staysGiven || (event.key !== 'Delete' && event.key !== 'Backspace')) return;
    event.preventDefault();
    onChange('');
  };
  return (
    <Select
      {...frame(props)}
      data={withOwn(type.choices, value)}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      onKeyDown={clearWithKey}
      placeholder={parameter.required ? 'Choose…' : (placeholderOf(parameter) ?? 'Not set')}
      allowDeselect={false}
      clearable={!staysGiven}
      clearSectionMode={value === '' || staysGiven ? 'rightSection' : 'clear'}
      rightSection={<ChevronDown />}
      clearButtonProps={{ 'aria-label': 'Clear', 'aria-hidden': false }}
      maxDropdownHeight={280}
      comboboxProps={list}
    />
  );
}

/** Longer lists can't be seen at once. */
const manyChoices = 10;

/** Filters a long list by the typed text; without a match it is complete. */
function matchingChoices(choices: readonly Choice[], typed: string | null): readonly Choice[] {
  const words = wordsOf(typed ?? '');
  if (choices.length <= manyChoices || words.length === 0) return choices;
  const found = choices.filter(
    ({ label, value }) => rankOf([foldAccents(label), foldAccents(value)], words) !== null,
  );
  return found.length > 0 ? found : choices;
}

const aboutAssumed = 'Choose one, or type another value.';

/** Suggestions beside free entry: for assumed values that may differ at the service. */
function OpenChoiceControl(props: ControlProps<ChoiceType>) {
  const { parameter, type, value, onChange } = props;
  // While typing, the text is left as typed: a value that happens to be listed is not replaced by its
  // label.
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const list = useInlineListProps();
  const shared = frame(props);

  const takeText = (text: string) => {
    setTyped(text);
    const wanted = foldAccents(text.trim());
    const named = type.choices.find((one) =>
      [one.label, one.value].map(foldAccents).includes(wanted),
    );
    onChange(named?.value ?? text);
    combobox.openDropdown();
  };
  return (
    <Combobox
      store={combobox}
      {...list}
      width={300}
      position="bottom-start"
      onOptionSubmit={(chosen) => {
        setTyped(null);
        onChange(chosen);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...shared}
          description={shared.error === null ? (shared.description ?? aboutAssumed) : undefined}
          value={typed ?? labelOf(parameter.type, value)}
          onChange={(event) => takeText(event.currentTarget.value)}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            setTyped(null);
            combobox.closeDropdown();
          }}
          placeholder={placeholderOf(parameter) ?? 'Choose or type…'}
          spellCheck={false}
          rightSection={<ChevronDown />}
          rightSectionPointerEvents="none"
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Suggestions" data-scrolls="within" mah={280}>
          {matchingChoices(type.choices, typed).map((choice) => (
            <Combobox.Option
              key={choice.value}
              value={choice.value}
              active={choice.value === value}
            >
              <Group gap={12} wrap="nowrap" justify="space-between">
                {choice.label}
                <Text component="code" fz={12} c="dimmed">
                  {choice.value}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
