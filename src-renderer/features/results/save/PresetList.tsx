import { Radio } from '@mantine/core';
import { presets } from '#shared/export/presets.ts';
import classes from './SaveDialog.module.css';

/** Where the file goes: each choice names what it writes. */
export function PresetList({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  return (
    <Radio.Group
      className={classes.presets}
      label="For"
      classNames={{ label: classes.heading }}
      value={value}
      onChange={onChange}
    >
      {presets.map(({ id, label, brief }) => (
        <Radio
          key={id}
          value={id}
          label={label}
          description={brief}
          className={classes.preset}
          data-preset={id}
          {...(id === value ? { 'data-autofocus': true } : {})}
        />
      ))}
    </Radio.Group>
  );
}
