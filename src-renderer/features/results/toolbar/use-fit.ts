/**
 * Lets tools give way until the bar holds the rest. Tried out on the elements themselves, before
 * anything is painted: how wide words are depends on the fonts of the computer.
 */
import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import {
  formsAfter,
  isToolName,
  steps,
  toolsInMenu,
  type ToolForms,
  type ToolName,
} from './giving-way.ts';

/** `end`: the last thing in the bar, which never changes its own width. */
export function useFit(
  bar: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
): ToolForms {
  const [count, setCount] = useState(0);
  useLayoutEffect(() => {
    if (bar.current === null || end.current === null) return undefined;
    const refit = (): void => setCount(fit(bar.current, end.current));
    refit();
    // Both are heard before the next frame.
    const widths = new ResizeObserver(refit);
    for (const element of [bar.current, end.current]) widths.observe(element);
    const tools = new MutationObserver(refit);
    tools.observe(bar.current, { childList: true, characterData: true, subtree: true });
    return () => {
      widths.disconnect();
      tools.disconnect();
    };
  }, [bar, end]);
  return useMemo(() => formsAfter(count), [count]);
}

/** How many steps it takes. */
function fit(bar: HTMLElement | null, end: HTMLElement | null): number {
  if (bar === null || end === null) return 0;
  const tools = toolsIn(bar);
  const isThere = (name: ToolName): boolean => tools.some((tool) => tool.name === name);
  const counts = [0, ...steps.flatMap(([name], at) => (isThere(name) ? at + 1 : []))];
  const enough = counts.find((count) => {
    const forms = formsAfter(count);
    for (const { name, element } of tools) element.dataset['form'] = forms[name];
    bar.toggleAttribute('data-more', toolsInMenu(forms).some(isThere));
    return isInside(bar, end);
  });
  return enough ?? steps.length;
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
