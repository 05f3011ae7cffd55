/** What the bar and its tools know of each other. */
import type { LucideIcon } from 'lucide-react';
import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import { formsAfter, type ToolForm, type ToolForms, type ToolName } from './giving-way.ts';

/** A tool as the menu lists it. */
export interface ToolLine {
  label: string;
  icon: LucideIcon;
  keys: string | undefined;
  /** Undefined: it doesn't stay pressed. */
  isPressed: boolean | undefined;
  isDisabled: boolean;
  act: () => void;
}

export interface Bar {
  forms: ToolForms;
  /** Says how a tool is now. */
  lines: Map<ToolName, () => ToolLine>;
}

export const BarContext = createContext<Bar>({ forms: formsAfter(0), lines: new Map() });

export const useToolForm = (name: ToolName): ToolForm => useContext(BarContext).forms[name];

/** Has the tool listed in the menu, when the bar has no room for it. */
export function useToolLine(name: ToolName, line: () => ToolLine): void {
  const { lines } = useContext(BarContext);
  const latest = useEffectEvent(line);
  useEffect(() => {
    lines.set(name, () => latest());
    return () => void lines.delete(name);
  }, [lines, name]);
}
