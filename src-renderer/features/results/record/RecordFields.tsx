import { ActionIcon, Box, Group, Text } from '@mantine/core';
import { Copy } from 'lucide-react';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Column, Row, Run } from '#shared/contract/run.ts';
import type { UseSource } from '#shared/query/use-value.ts';
import { copyValue } from '../copy/copy-rows.ts';
import { AskAboutIt, UseMenu } from '../use-value/UseValue.tsx';
import { sourceOf } from '../use-value/row-source.ts';
import { useDateLook } from '../values/moments.ts';
import { FullValue, Picture, PicturesOff } from './FullValue.tsx';
import classes from './Record.module.css';
import { recordParts } from './record-parts.ts';

interface RecordFieldsProps {
  row: Row;
  run: Run;
  resource: Resource | null;
  columns: readonly Column[];
  onOpenLink: (address: string) => void;
}

/** A row for reading: its text, a few facts, what can be asked about it, then every field. */
export function RecordFields({ row, run, resource, columns, onOpenLink }: RecordFieldsProps) {
  const [dates] = useDateLook();
  const { picture, main, facts, all } = recordParts(row, columns);
  const source = resource === null ? null : sourceOf(row, resource, run);
  const valueOf = (column: Column) => (
    <FullValue
      value={row[column.field]}
      column={column}
      dates={dates}
      withPictures={column.field !== picture?.field}
      onOpenLink={onOpenLink}
    />
  );
  return (
    <>
      {picture !== null && <Picture value={row[picture.field]} label={picture.label} />}
      {main !== null && <div className={classes.main}>{valueOf(main)}</div>}
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map((column) => (
            <div key={column.field} className={classes.fact}>
              <dt>{column.label}</dt>
              <dd>
                <Box miw={0}>{valueOf(column)}</Box>
                <Use source={source} column={column} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {picture !== null && <PicturesOff />}
      {source !== null && <AskAboutIt source={source} />}
      <Group gap={8} className={classes.allHead}>
        <Text component="h3" size="xs" fw={600}>
          All fields
        </Text>
        <Text span size="xs" c="dimmed">
          {all.length}
        </Text>
      </Group>
      <dl className={classes.all}>
        {all.map((column) => (
          <div key={column.field} className={classes.field} data-field={column.field}>
            <dt>
              <span>{column.label}</span>
              {column.label !== column.field && <code>{column.field}</code>}
              <Box flex={1} />
              <Use source={source} column={column} />
              <CopyField value={row[column.field]} label={column.label} />
            </dt>
            <dd>{valueOf(column)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Use({ source, column }: { source: UseSource | null; column: Column }) {
  if (source === null) return null;
  return <UseMenu source={source} field={column.field} label={column.label} />;
}

/** Copies one value, exactly as it was sent. */
function CopyField({ value, label }: { value: unknown; label: string }) {
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
