import { Textarea, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { splitIds, type Choice, type TypeOf } from '#shared/catalogue/parameter-kinds.ts';
import { type ControlProps, frame, placeholderOf } from './control.ts';
import { OpenChoiceControl } from './ChoiceControl.tsx';

type TextType = TypeOf<'text'>;

export function TextControl(props: ControlProps<TextType>) {
  const { codeOf } = props.type;
  return codeOf === undefined ? <FreeText {...props} /> : <NamedCode {...props} codeOf={codeOf} />;
}

/** A code by the name of what it stands for; other codes may be typed. */
function NamedCode({ codeOf, ...props }: ControlProps<TextType> & { codeOf: CodeKind }) {
  const type = { kind: 'choice', closed: false, choices: codeChoices(codeOf) } as const;
  return <OpenChoiceControl {...props} type={type} parameter={{ ...props.parameter, type }} />;
}

function FreeText(props: ControlProps<TextType>) {
  return (
    <TextInput
      {...frame(props)}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      placeholder={placeholderOf(props.parameter)}
      // Words and names are read as they are typed, in any script.
      dir="auto"
      spellCheck={false}
      {...(props.type.at ? { leftSection: <span aria-hidden>@</span>, leftSectionWidth: 30 } : {})}
    />
  );
}

export function IntegerControl(props: ControlProps<TypeOf<'integer'>>) {
  return (
    <TextInput
      {...frame(props)}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      placeholder={placeholderOf(props.parameter)}
      inputMode="numeric"
    />
  );
}

/** Enter starts a new line here, so asking takes Ctrl or Cmd with it. */
function submitWithModifier(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

export function IdsControl(props: ControlProps<TypeOf<'ids'>>) {
  const count = splitIds(props.value).length;
  const { description, ...shared } = frame(props);
  const counted = `${count === 0 ? 'At' : `${count} of at`} most ${props.type.max} IDs.`;
  return (
    <Textarea
      {...shared}
      description={description && `${counted} ${description}`}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onKeyDown={submitWithModifier}
      placeholder={placeholderOf(props.parameter)}
      spellCheck={false}
      autosize
      minRows={1}
      maxRows={4}
    />
  );
}

/** Codes of languages and countries with their English names, as the browser knows them. */
type CodeKind = 'language' | 'region';

const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(97 + index));
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

/** Groups of countries, test codes and what stands for none: no post comes from there. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

const known = new Map<CodeKind, Choice[]>();

/** All codes of two letters, by name. A code that stands for another one (UK) is left out. */
function codeChoices(kind: CodeKind): Choice[] {
  const before = known.get(kind);
  if (before !== undefined) return before;
  const names = new Intl.DisplayNames(['en'], { type: kind, fallback: 'none' });
  const choices = pairs.flatMap((pair): Choice[] => {
    const value = kind === 'region' ? pair.toUpperCase() : pair;
    const label = isOwnCode(kind, value) ? names.of(value) : undefined;
    return label === undefined ? [] : [{ value, label }];
  });
  // Some languages have two codes with one name; the first is the usual one.
  const once = new Map(choices.toReversed().map((choice) => [choice.label, choice]));
  const sorted = [...once.values()].toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
  known.set(kind, sorted);
  return sorted;
}

function isOwnCode(kind: CodeKind, code: string): boolean {
  if (kind === 'language') return Intl.getCanonicalLocales(code)[0] === code;
  return !noCountries.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
}
