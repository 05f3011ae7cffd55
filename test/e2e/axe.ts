import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** The screen as it stands has nothing that keeps somebody out. */
export async function expectAccessible(page: Page, screen = 'the screen'): Promise<void> {
  await expectNothing(await axeOf(page), screen);
}

/**
 * The same in light and in dark, which differ in colours alone: what the other rules say of one
 * look holds for both. The window stays in the look that came last. In a system’s own colours,
 * `npm run screenshots` looks.
 */
export async function expectAccessibleInBoth(page: Page, screen: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [now, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await expectNothing(await axeOf(page), `${screen}, ${now}`);
  await changeLook(page, other);
  await expectNothing((await axeOf(page)).withRules('color-contrast'), `${screen}, ${other}`);
}

/** How a screen may look; `forced`: in the system’s own colours. */
export type Look = 'light' | 'dark' | 'forced';

export async function changeLook(page: Page, look: Look): Promise<void> {
  const colorScheme = look === 'dark' ? 'dark' : 'light';
  await page.emulateMedia({ colorScheme, forcedColors: look === 'forced' ? 'active' : 'none' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/**
 * The other mode finishes in a window of its own, for frames: there are none. What passed is not
 * gathered, which took twice as long as looking; and half a megabyte of axe is read once for each
 * document, not for each look.
 */
async function axeOf(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], selectors: false, elementRef: false });
}

async function expectNothing(axe: AxeBuilder, screen: string): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
  expect(found, `what axe found on ${screen}`).toEqual([]);
}
