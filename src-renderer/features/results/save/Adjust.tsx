/** What can be chosen about a format, drawn from its data. */
import { Checkbox, NativeSelect } from '@mantine/core';
import { choicesOf, formats, optionInfos } from '#shared/export/formats.ts';
import type { FormatOptions, OptionKey } from '#shared/export/formats.ts';
import { withOption } from './choices.ts';
import classes from './SaveDialog.module.css';

interface AdjustProps {
  format: FormatOptions;
  onChange: (format: FormatOptions) => void;
}

export function Adjust({ format, onChange }: AdjustProps) {
  const now: Readonly<Record<string, unknown>> = { ...format };
  return (
    <div className={classes.options}>
      {formats[format.kind].options.map((key) => {
        const { label, help } = optionInfos[key];
        const value = now[key];
        const change = (next: string | boolean): void => onChange(withOption(format, key, next));
        return (
          <div key={key} data-option={key}>
            {typeof value === 'boolean' ? (
              <Checkbox
                label={label}
                description={help}
                checked={value}
                onChange={(event) => change(event.currentTarget.checked)}
              />
            ) : (
              <NativeSelect
                label={label}
                description={help}
                data={textChoices(format, key)}
                value={String(value)}
                onChange={(event) => change(event.currentTarget.value)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

const textChoices = (format: FormatOptions, key: OptionKey): { value: string; label: string }[] =>
  choicesOf(format.kind, key).map(({ value, label }) => ({ value: String(value), label }));
