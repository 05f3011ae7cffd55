/**
 * The tools above the rows: their button, and how they collapse as the bar gets narrower. The order of
 * collapsing is data, because it is a design decision.
 */
import type { LucideIcon } from 'lucide-react';
import {
  createContext,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  type RefObject,
  type ComponentPropsWithRef,
} from 'react';
import { Tooltip, type ButtonProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { QuietButton } from '#renderer/components/buttons.tsx';
import { useOfferedButton } from '#renderer/components/actions.tsx';
import classes from './Toolbar.module.css';

/** With words, as an icon, or as an item of the menu *More tools*. */
type ToolForm = 'words' | 'picture' | 'menu';

/** In the order of the menu, with the form that each has when there is enough room. */
const defaultForms = {
  filter: 'words',
  columns: 'words',
  duplicates: 'words',
  display: 'words',
  details: 'words',
} as const satisfies Record<string, ToolForm>;

type ToolName = keyof typeof defaultForms;
export type ToolForms = Readonly<Record<ToolName, ToolForm>>;

/**
 * The steps that are applied in turn until all tools fit. First, tools that are clear from their icon
 * lose their words; then tools that can be reached another way (a column's menu, keys) move to the
 * menu. *Display* always stays.
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

/** Returns the tools of the menu, in its order. */
export const toolsInMenu = (forms: ToolForms): ToolName[] =>
  toolNames.filter((name) => forms[name] === 'menu');

const isToolName = (name: string): name is ToolName => Object.hasOwn(defaultForms, name);
const toolNames = Object.keys(defaultForms).filter(isToolName);

export const FormsContext = createContext<ToolForms>(formsAfter(0));

/** Identifies a tool among what is offered: a bar that has no room for it offers it in its menu. */
export const toolId = (name: ToolName): string => `tool ${name}`;

/**
 * Returns the forms in which the tools fit in the bar. Measures the elements themselves before anything
 * is painted: the width of words depends on the computer's fonts.
 *
 * @param end the last element in the bar, which never changes its own width.
 */
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
    // Both observers report before the next frame.
    const widths = new ResizeObserver(refit);
    // The search box adapts to the bar's width, and may do so a moment later.
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

/**
 * Where the next search starts: each attempt causes a layout, and most bars need what the last one did.
 */
let lastCount = 0;

/** Returns the number of steps needed. More steps never need more room. */
function fit(bar: HTMLElement | null, end: HTMLElement | null, first: number): number {
  if (bar === null || end === null) return 0;
  const tools = toolsIn(bar);
  const isThere = (name: ToolName): boolean => tools.some((tool) => tool.name === name);
  const counts = [0, ...steps.flatMap(([name], at) => (isThere(name) ? at + 1 : []))];
  const apply = (count: number): void => {
    const forms = formsAfter(count);
    for (const { name, element } of tools) element.dataset['form'] = forms[name];
    bar.toggleAttribute('data-more', toolsInMenu(forms).some(isThere));
  };
  const fits = (count: number): boolean => {
    apply(count);
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
  apply(count);
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
  /** Its name, shown if there is room. */
  label: string;
  icon: LucideIcon;
  /** For a toggle: whether it is on. */
  isPressed?: boolean;
  /** What it does, if the name doesn't say it all. */
  hint?: string;
}

export function ToolButton(props: ToolButtonProps) {
  const { tool, label, icon: Icon, isPressed, hint, ref, className, ...rest } = props;
  const isOn = isPressed === undefined ? {} : { isOn: isPressed };
  const offered = useOfferedButton('rows', { id: toolId(tool), label, icon: Icon, ...isOn });
  const button = useMergedRef(ref, offered);
  const form = useContext(FormsContext)[tool];
  const hints = [form === 'words' ? [] : [label], hint ?? []].flat();
  return (
    <Tooltip
      label={hints.join('. ')}
      // What it opened says the same.
      disabled={hints.length === 0 || rest['aria-expanded'] === true}
    >
      <QuietButton
        ref={button}
        aria-label={label}
        aria-pressed={isPressed}
        data-tool={tool}
        data-form={form}
        // The popover adds a class too.
        className={[classes.tool, isPressed === true ? classes.pressed : '', className].join(' ')}
        styles={{ label: { gap: 8 } }}
        {...rest}
      >
        <Icon />
        <span className={classes.words}>{label}</span>
      </QuietButton>
    </Tooltip>
  );
}
