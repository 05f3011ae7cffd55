/** One parameter of the form: the control for its type, with label, help and message. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Text, Tooltip, UnstyledButton } from '@mantine/core';
import { assertNever } from '#shared/assert-never.ts';
import type { ParameterType } from '#shared/catalogue/parameter-kinds.ts';
import type { Parameter } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { readValue, alwaysSentValue } from '#shared/query/values.ts';
import { afterPress } from '#renderer/components/hooks.ts';
import { alwaysHasValue } from '../arrange.ts';
import { ChoiceControl, IdsControl, IntegerControl, TextControl } from './TextAndChoice.tsx';
import type { ControlProps } from './control.ts';
import classes from '../fields/fields.module.css';
import { DateControl } from './DateControl.tsx';

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
  onChange: (key: string, value: string) => void;
  /** Fills in several parameters at once, by key. */
  onFill: (values: Readonly<Record<string, string>>) => void;
  /** The value is complete: its message may be shown from now on. */
  onTouched: (key: string) => void;
}

export function ParameterControl(props: ParameterControlProps) {
  const { id, beside = null, parameter, query, message, onChange, onFill, onTouched } = props;
  const value = query.values[parameter.key] ?? '';
  const edited = useRef(false);
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
    <div
      className={classes.parameter}
      data-param={parameter.key}
      data-kind={type.kind}
      data-standing={alwaysSentValue(parameter) === null ? undefined : true}
      onFocus={() => setTypeInHand((held) => held ?? parameter.type)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setTypeInHand(null);
        afterPress(() => {
          // The value is shown as it was understood, before it is asked.
          const meant = readValue(type, value);
          if (meant !== value) onChange(parameter.key, meant);
          // No message for a field that was only passed through.
          if (edited.current || value.trim() !== '') onTouched(parameter.key);
        });
      }}
    >
      <Control
        id={id}
        parameter={parameter}
        type={type}
        query={query}
        value={value}
        message={message}
        onFill={onFill}
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
          onChange(parameter.key, changed);
        }}
      />
      <span className={classes.marks}>
        {beside}
        {parameter.evidence === 'assumed' && <AssumedName parameter={parameter} />}
      </span>
    </div>
  );
}

/** Marks a name as assumed. */
function AssumedName({ parameter }: { parameter: Parameter }) {
  return (
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
}
