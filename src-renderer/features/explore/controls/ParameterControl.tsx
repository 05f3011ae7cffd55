/** One parameter of the form: the control its type asks for, with label, help and message. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Text, Tooltip, UnstyledButton } from '@mantine/core';
import { assertNever } from '#shared/assert-never.ts';
import type { ParameterType } from '#shared/catalogue/parameter-kinds.ts';
import type { Parameter } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { readValue, standingValue } from '#shared/query/values.ts';
import { hasAlways } from '../arrange.ts';
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

/** Somebody who pauses this long has finished, or wonders: then a wrong value is named. */
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
  /** The value is meant as it stands: from now on its message may show. */
  onTouched: (key: string) => void;
}

export function ParameterControl(props: ParameterControlProps) {
  const { id, beside = null, parameter, query, message, onChange, onFill, onTouched } = props;
  const value = query.values[parameter.key] ?? '';
  const edited = useRef(false);
  // A description that is read meanwhile may ask for another control, as when it closes a list:
  // not while somebody is in this one.
  const [typeInHand, setTypeInHand] = useState<ParameterType | null>(null);
  const type = typeInHand ?? parameter.type;

  useEffect(() => {
    if (!edited.current || value.trim() === '') return undefined;
    const timer = setTimeout(() => onTouched(parameter.key), pauseMs);
    return () => clearTimeout(timer);
  }, [value, parameter.key, onTouched]);

  return (
    <div
      className={classes.parameter}
      data-param={parameter.key}
      data-kind={type.kind}
      data-standing={standingValue(parameter) === null ? undefined : true}
      onFocus={() => setTypeInHand((held) => held ?? parameter.type)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setTypeInHand(null);
        // What was meant is shown, before anything is asked with it.
        const meant = readValue(type, value);
        if (meant !== value) onChange(parameter.key, meant);
        // A field that was only passed through is not complained about.
        if (edited.current || value.trim() !== '') onTouched(parameter.key);
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
        // The accessible name is the label alone; `required` tells the rest.
        label={
          hasAlways(parameter) ? (
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
      {beside}
      {parameter.evidence === 'assumed' && <AssumedName parameter={parameter} />}
    </div>
  );
}

/** Says that a name is our assumption, where it is used. */
function AssumedName({ parameter }: { parameter: Parameter }) {
  return (
    <Tooltip
      label={
        <>
          The specification doesn’t show what the service calls this. We send it as{' '}
          <code>{parameter.wire}</code>. Settings has a page, Service profile, to ask the service
          and to correct it.
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
