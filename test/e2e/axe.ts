/** Whether the screen as it stands has anything that keeps somebody out. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import axe from 'axe-core';

/** Looks at the window, or at one part of it where the rest is looked at elsewhere. */
export async function expectAccessible(where: Page | Locator, screen: string): Promise<void> {
  await expectNothing(partOf(where), screen, {});
}

/**
 * The same in light and in dark, which differ in colours alone: what the other rules say of one
 * look holds for both. The window stays in the look that came last. In a system’s own colours,
 * `npm run screenshots` looks.
 */
export async function expectAccessibleInBoth(where: Page | Locator, screen: string): Promise<void> {
  const part = partOf(where);
  const isDark = await part.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [now, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await expectNothing(part, `${screen}, ${now}`, {});
  await changeLook(part.page(), other);
  await expectContrast(part, `${screen}, ${other}`);
}

/** Of a look that differs from one that all rules have been held against. */
export const expectContrast = (where: Page | Locator, screen: string): Promise<void> =>
  expectNothing(partOf(where), screen, { runOnly: ['color-contrast'] });

/** How a screen may look; `more`: with more contrast; `forced`: in the system’s own colours. */
export type Look = 'light' | 'dark' | 'more' | 'forced';

export async function changeLook(page: Page, look: Look): Promise<void> {
  const colorScheme = look === 'dark' ? 'dark' : 'light';
  await page.emulateMedia({
    colorScheme,
    contrast: look === 'more' ? 'more' : 'no-preference',
    forcedColors: look === 'forced' ? 'active' : 'none',
  });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

const partOf = (where: Page | Locator): Locator =>
  'goto' in where ? where.locator(':root') : where;

async function expectNothing(part: Locator, screen: string, rules: axe.RunOptions): Promise<void> {
  // Half a megabyte, read once for each document.
  const isThere = await part.evaluate(() => 'axe' in window);
  if (!isThere) await part.page().evaluate(axe.source);
  expect(await part.evaluate(violationsIn, rules), `what axe found on ${screen}`).toEqual([]);
}

/** In the page. What passed is not gathered, which took twice as long as looking. */
async function violationsIn(part: Element, rules: axe.RunOptions): Promise<string[]> {
  const { axe: engine } = window as unknown as { axe: typeof axe };
  const { violations } = await engine.run(part, {
    resultTypes: ['violations'],
    selectors: false,
    elementRef: false,
    ...rules,
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}
