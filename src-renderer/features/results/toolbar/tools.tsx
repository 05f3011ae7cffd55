/**
 * The tools above the rows: which stay in sight as the bar gets narrower (data: the order is a
 * decision, not a sum), and their button.
 */
import type { LucideIcon } from 'lucide-react';
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  type RefObject,
  type ComponentPropsWithRef,
} from 'react';
import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useOfferedButton } from '#renderer/components/commands/commands.ts';
import { keyNames } from '#renderer/components/words.ts';
import classes from './Toolbar.module.css';

/** With its words, as a picture, or as a line of the menu *More tools*. */
type ToolForm = 'words' | 'picture' | 'menu';

/** In the order in which the menu lists them, with the form that each has where there is room. */
const defaultForms = {
  filter: 'words',
  columns: 'words',
  duplicates: 'words',
  display: 'words',
  details: 'words',
} as const satisfies Record<string, ToolForm>;

type ToolName = keyof typeof defaultForms;
type ToolForms = Readonly<Record<ToolName, ToolForm>>;

/**
 * One step after the other until the rest fits. First words go of tools that a picture says enough
 * of, then tools that have another way (the menu of a column, keys). *Display* always stays.
 */
const steps: readonly (readonly [tool: ToolName, form: ToolForm])[] = [
  ['details', 'picture'],
  ['columns', 'picture'],
  ['duplicates', 'picture'],
  ['display', 'picture'],
  ['filter', 'picture'],
  ['columns', 'menu'],
  ['duplicates', 'menu'],
  ['details', 'menu'],
  ['filter', 'menu'],
];

const formsAfter = (count: number): ToolForms => ({
  ...defaultForms,
  ...Object.fromEntries(steps.slice(0, count)),
});

/** The tools of the menu, in its order. */
export const toolsInMenu = (forms: ToolForms): ToolName[] =>
  toolNames.filter((name) => forms[name] === 'menu');

const isToolName = (name: string): name is ToolName => Object.hasOwn(defaultForms, name);
const toolNames = Object.keys(defaultForms).filter(isToolName);

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

const useToolForm = (name: ToolName): ToolForm => useContext(BarContext).forms[name];

/** Has the tool listed in the menu, when the bar has no room for it. */
function useToolLine(name: ToolName, line: () => ToolLine): void {
  const { lines } = useContext(BarContext);
  const latest = useEffectEvent(line);
  useEffect(() => {
    lines.set(name, () => latest());
    return () => void lines.delete(name);
  }, [lines, name]);
}

// Lets tools give way until the bar holds the rest. Tried out on the elements themselves, before
// anything is painted: how wide words are depends on the fonts of the computer.

/** `end`: the last thing in the bar, which never changes its own width. */
export function useFit(
  bar: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
): ToolForms {
  const [count, setCount] = useState(lastCount);
  useLayoutEffect(() => {
    if (bar.current === null || end.current === null) return undefined;
    const refit = (): void => {
      lastCount = fit(bar.current, end.current, lastCount);
      setCount(lastCount);
    };
    refit();
    // Both are heard before the next frame.
    const widths = new ResizeObserver(refit);
    // The search box follows the bar's width, and may do so a moment after the bar was heard.
    const search = bar.current.querySelector('input:not([type=radio])');
    for (const element of [bar.current, end.current, search]) {
      if (element !== null) widths.observe(element);
    }
    const tools = new MutationObserver(refit);
    tools.observe(bar.current, { childList: true, characterData: true, subtree: true });
    return () => {
      widths.disconnect();
      tools.disconnect();
    };
  }, [bar, end]);
  return useMemo(() => formsAfter(count), [count]);
}

/** Where the next search begins: each try lays the page out, and most bars need what the last did. */
let lastCount = 0;

/** How many steps it takes. More steps never need more room. */
function fit(bar: HTMLElement | null, end: HTMLElement | null, first: number): number {
  if (bar === null || end === null) return 0;
  const tools = toolsIn(bar);
  const isThere = (name: ToolName): boolean => tools.some((tool) => tool.name === name);
  const counts = [0, ...steps.flatMap(([name], at) => (isThere(name) ? at + 1 : []))];
  const take = (count: number): void => {
    const forms = formsAfter(count);
    for (const { name, element } of tools) element.dataset['form'] = forms[name];
    bar.toggleAttribute('data-more', toolsInMenu(forms).some(isThere));
  };
  const fits = (count: number): boolean => {
    take(count);
    return isInside(bar, end);
  };
  let at = Math.max(
    0,
    counts.findLastIndex((count) => count <= first),
  );
  if (fits(counts[at] ?? 0)) {
    while (at > 0 && fits(counts[at - 1] ?? 0)) at -= 1;
  } else {
    do at += 1;
    while (at < counts.length - 1 && !fits(counts[at] ?? 0));
  }
  const count = counts[at] ?? steps.length;
  take(count);
  return count;
}

function toolsIn(bar: HTMLElement): { name: ToolName; element: HTMLElement }[] {
  return [...bar.querySelectorAll<HTMLElement>('[data-tool]')].flatMap((element) => {
    const name = element.dataset['tool'] ?? '';
    return isToolName(name) ? { name, element } : [];
  });
}

function isInside(bar: HTMLElement, end: HTMLElement): boolean {
  const padding = Number.parseFloat(getComputedStyle(bar).paddingRight) || 0;
  return end.getBoundingClientRect().right <= bar.getBoundingClientRect().right - padding + 0.5;
}

interface ToolButtonProps
  extends
    Omit<ButtonProps, 'size' | 'children'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  tool: ToolName;
  /** Its name, and its words where there is room. */
  label: string;
  icon: LucideIcon;
  /** For a button that stays pressed: whether it is. */
  isPressed?: boolean;
  /** What the pointer is hints beside the name. */
  keys?: string;
  /** What it does, where the name doesn't say all of it. */
  hint?: string;
}

export function ToolButton(props: ToolButtonProps) {
  const { tool, label, icon: Icon, isPressed, keys, hint, ref, className, ...rest } = props;
  const offered = useOfferedButton('rows', {
    title: label,
    detail: isPressed === undefined ? null : isPressed ? 'on' : 'off',
    icon: Icon,
    ...(keys === undefined ? {} : { keys }),
  });
  useToolLine(tool, () => ({
    label,
    icon: Icon,
    keys,
    isPressed,
    isDisabled: rest.disabled === true,
    act: () => offered.current?.click(),
  }));
  const button = useMergedRef(ref, offered);
  const form = useToolForm(tool);
  const name = keys === undefined ? label : `${label} (${keyNames(keys)})`;
  const hints = [form === 'words' ? [] : [name], hint ?? []].flat();
  return (
    <Tooltip
      label={hints.join('. ')}
      // What it has opened says the same.
      disabled={hints.length === 0 || rest['aria-expanded'] === true}
    >
      <Button
        ref={button}
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-pressed={isPressed}
        data-tool={tool}
        data-form={form}
        // What it opens gives it a class too.
        className={[classes.tool, isPressed === true ? classes.pressed : '', className].join(' ')}
        styles={{ label: { gap: 8 } }}
        {...rest}
      >
        <Icon aria-hidden />
        <span className={classes.words}>{label}</span>
      </Button>
    </Tooltip>
  );
}
