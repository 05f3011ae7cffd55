/** Suggestions beside free entry: for values that we assume and the service may call otherwise. */
import { Combobox, InputBase, useCombobox } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { ParameterType } from '#shared/catalogue/types.ts';
import { useListInPlace } from '../../../components/list-in-place.ts';
import { wordFor } from '../arrange.ts';
import { frame } from './control.ts';
import type { ControlProps } from './control.ts';
import classes from './controls.module.css';

type ChoiceType = Extract<ParameterType, { kind: 'choice' }>;

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
    onChange(type.choices.find((choice) => choice.label === text)?.value ?? text);
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
          value={typed ?? wordFor(parameter, value)}
          onChange={(event) => takeText(event.currentTarget.value)}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            setTyped(null);
            combobox.closeDropdown();
          }}
          placeholder="Choose or type…"
          spellCheck={false}
          rightSection={<ChevronDown size={16} strokeWidth={1.75} aria-hidden />}
          rightSectionPointerEvents="none"
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Suggestions">
          {type.choices.map((choice) => (
            <Combobox.Option
              key={choice.value}
              value={choice.value}
              active={choice.value === value}
              className={classes.suggestion}
            >
              {choice.label}
              <code className={classes.technical}>{choice.value}</code>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
