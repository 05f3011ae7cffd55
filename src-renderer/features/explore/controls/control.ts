/** The props of every control, and how it shows its name, its help and its message. */
import type { ReactNode } from 'react';
import type { Parameter } from '#shared/catalogue/types.ts';
import { labelOf, type ParameterType } from '#shared/catalogue/parameter-kinds.ts';
import type { Query } from '#shared/query/types.ts';
import { parameterApplies } from '#shared/query/values.ts';

export interface ControlProps<T extends ParameterType = ParameterType> {
  id: string;
  parameter: Parameter;
  type: T;
  query: Query;
  /** As typed. */
  value: string;
  /** The message to show, if any. */
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
    // It has no effect given the others.
    disabled: !parameterApplies(parameter, query),
    autoComplete: 'off',
  } as const;
}

/** Returns the placeholder of an empty control: an example, or the service's default. */
export function placeholderOf({ placeholder, default: fallback, type }: Parameter) {
  if (placeholder !== undefined) return placeholder;
  if (fallback === undefined) return undefined;
  return labelOf(type, fallback);
}
