/** What every control gets and how it says its name, its help and what is wrong. */
import type { ReactNode } from 'react';
import type { Parameter } from '#shared/catalogue/types.ts';
import { labelOf, type ParameterType } from '#shared/catalogue/parameter-kinds.ts';
import type { Query } from '#shared/query/types.ts';
import { isOutOfPlay } from '../arrange.ts';

export interface ControlProps<T extends ParameterType = ParameterType> {
  id: string;
  parameter: Parameter;
  type: T;
  query: Query;
  /** As typed. */
  value: string;
  /** What is wrong, when the person should read it. */
  message: string | null;
  label: ReactNode;
  onChange: (value: string) => void;
  /** Fills in several parameters at once, by key. */
  onFill: (values: Readonly<Record<string, string>>) => void;
}

/** The props that Mantine's inputs share. A message replaces the help and is tied to the input. */
export function frame({ id, label, message, parameter, query }: ControlProps) {
  return {
    id,
    label,
    description: message === null ? parameter.help : undefined,
    error: message,
    required: parameter.required,
    withAsterisk: false,
    disabled: isOutOfPlay(parameter, query),
    autoComplete: 'off',
  } as const;
}

/** What stands in an empty control: an example, or what the service does without a value. */
export function placeholderOf({ placeholder, default: fallback, type }: Parameter) {
  if (placeholder !== undefined) return placeholder;
  if (fallback === undefined) return undefined;
  return labelOf(type, fallback);
}
