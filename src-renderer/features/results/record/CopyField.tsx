import { ActionIcon } from '@mantine/core';
import { Copy } from 'lucide-react';
import { copyValue } from '../copy/copy-rows.ts';
import classes from './Record.module.css';

/** Copies one value, exactly as it was sent. */
export function CopyField({ value, label }: { value: unknown; label: string }) {
  if (value === null || value === undefined || value === '') return null;
  return (
    <ActionIcon
      size={20}
      aria-label={`Copy ${label}`}
      title="Copy"
      className={classes.copyField}
      onClick={() => copyValue(value, label)}
    >
      <Copy size={13} aria-hidden />
    </ActionIcon>
  );
}
