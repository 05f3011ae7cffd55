import { Combobox, Group, InputBase, Text, Select, useCombobox } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { labelOf, type Choice, type TypeOf } from '#shared/catalogue/parameter-kinds.ts';
import { standingValue } from '#shared/query/values.ts';
import { useListInPlace } from '../../../components/popups.tsx';
import { hasAlways } from '../arrange.ts';
import { type ControlProps, frame, placeholderOf } from './control.ts';
import { fold, rankOf, wordsOf } from '../../../components/find.ts';
import classes from '../fields/fields.module.css';

type ChoiceType = TypeOf<'choice'>;

export function ChoiceControl(props: ControlProps<ChoiceType>) {
  return props.type.closed ? <ClosedChoice {...props} /> : <OpenChoiceControl {...props} />;
}

/**
 * A value that isn't listed, from a recipe or from before a description closed the list, is shown
 * as it stands: its message speaks of it.
 */
function withOwn(choices: ChoiceType['choices'], value: string): ChoiceType['choices'] {
  const isListed = value === '' || choices.some((choice) => choice.value === value);
  return isListed ? choices : [...choices, { value, label: value }];
}

function ClosedChoice(props: ControlProps<ChoiceType>) {
  const { parameter, type, onChange } = props;
  const value = props.value === '' ? (standingValue(parameter) ?? '') : props.value;
  const staysGiven = hasAlways(parameter);
  const list = useListInPlace();
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

/** Suggestions beside free entry: for values that we assume and the service may call otherwise. */
/** More than can be seen at once. */
const manyChoices = 10;

/** A long list is shortened by what is typed; one that has nothing of it stays whole. */
function fitting(choices: readonly Choice[], typed: string | null): readonly Choice[] {
  const words = wordsOf(typed ?? '');
  if (choices.length <= manyChoices || words.length === 0) return choices;
  const found = choices.filter(
    ({ label, value }) => rankOf([fold(label), fold(value)], words) !== null,
  );
  return found.length > 0 ? found : choices;
}

const aboutAssumed = 'Choose one, or type another value.';

export function OpenChoiceControl(props: ControlProps<ChoiceType>) {
  const { parameter, type, value, onChange } = props;
  // While typing, the text stays as typed: a value that happens to be listed is not renamed.
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const list = useListInPlace();
  const shared = frame(props);

  const takeText = (text: string) => {
    setTyped(text);
    const wanted = fold(text.trim());
    const named = type.choices.find((one) => [one.label, one.value].map(fold).includes(wanted));
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
        <Combobox.Options aria-label="Suggestions" className={classes.suggestions}>
          {fitting(type.choices, typed).map((choice) => (
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
