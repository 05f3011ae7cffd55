import { ActionIcon, Button, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { maxNameLength, maxParams } from '#shared/query/free-request.ts';
import { maxValueLength } from '#shared/query/types.ts';
import { draftParam, writeParams, type DraftParam } from '../../state/request.ts';
import classes from './Request.module.css';

/** What comes after the `?`, a name and a value each. */
export function ParamRows({
  params,
  complaints,
}: {
  params: readonly DraftParam[];
  complaints: readonly (string | null)[];
}) {
  const add = useRef<HTMLButtonElement>(null);
  const change = (id: number, changed: Partial<DraftParam>) =>
    writeParams(params.map((param) => (param.id === id ? { ...param, ...changed } : param)));
  return (
    <fieldset className={classes.params}>
      <legend className={classes.legend}>Parameters</legend>
      {params.map(({ id, name, value }, index) => (
        <div key={id} className={classes.param}>
          <TextInput
            aria-label={`Name of parameter ${index + 1}`}
            placeholder="Name"
            classNames={{ input: classes.mono }}
            maxLength={maxNameLength}
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={(event) => change(id, { name: event.currentTarget.value })}
            error={complaints[index]}
          />
          <TextInput
            aria-label={`Value of parameter ${index + 1}`}
            placeholder="Value"
            maxLength={maxValueLength}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            value={value}
            onChange={(event) => change(id, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={`Remove parameter ${index + 1}`}
            size={32}
            onClick={() => {
              writeParams(params.filter((param) => param.id !== id));
              add.current?.focus();
            }}
          >
            <X size={14} />
          </ActionIcon>
        </div>
      ))}
      <Button
        ref={add}
        size="xs"
        variant="subtle"
        color="gray"
        className={classes.add}
        leftSection={<Plus size={14} aria-hidden />}
        disabled={params.length >= maxParams}
        onClick={() => {
          const row = draftParam();
          writeParams([...params, row]);
        }}
      >
        Add a parameter
      </Button>
    </fieldset>
  );
}
