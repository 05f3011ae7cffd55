import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** The screen as it stands has nothing that keeps somebody out. */
export async function expectAccessible(page: Page, screen = 'the screen'): Promise<void> {
  await expectNothing(axeOf(page), screen);
}

/**
 * The same in light and in dark, which differ in colours alone. Goes back to light. In a system’s
 * own colours, `npm run screenshots` looks.
 */
export async function expectAccessibleInBoth(page: Page, screen: string): Promise<void> {
  await expectNothing(axeOf(page), `${screen}, light`);
  await changeLook(page, 'dark');
  await expectNothing(axeOf(page).withRules('color-contrast'), `${screen}, dark`);
  await changeLook(page, 'light');
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
 * gathered, which took twice as long as looking.
 */
const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

async function expectNothing(axe: AxeBuilder, screen: string): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
  expect(found, `what axe found on ${screen}`).toEqual([]);
}
