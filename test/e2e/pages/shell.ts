/** The frame around every page: navigation, the list of questions, tabs, what is in use. */
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { PageObject } from './page-object.ts';

export type PageName = 'Explore' | 'History' | 'Account' | 'Service status' | 'Settings';

export class Shell extends PageObject {
  readonly endpoints = this.page.getByRole('navigation', { name: 'Questions', exact: true });
  /** Opens the palette. */
  readonly jump = this.page.getByRole('button', { name: 'Search or jump…', exact: true });
  readonly tabs = this.page.getByRole('navigation', { name: 'Open questions' });

  /** Opens the printed address and waits until the window has drawn itself. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await expect(this.page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  }

  async goTo(name: PageName): Promise<void> {
    await this.page.getByRole('link', { name, exact: true }).click();
  }

  /** The question's entry under its platform. */
  entry(endpointId: string): Locator {
    return this.endpoints.locator(`[data-endpoint="${endpointId}"]`).last();
  }

  /** Presses Tab, or the key given, until it has the focus. */
  async tabTo(target: Locator, key = 'Tab'): Promise<void> {
    for (let presses = 0; presses < 80; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`${String(target)} is not reached with ${key}`);
  }

  /** Down to this item of the menu that is opening; the first key enters it. */
  async downTo(item: Locator): Promise<void> {
    await expect(async () => {
      await this.page.keyboard.press('ArrowDown');
      await expect(item).toBeFocused({ timeout: 500 });
    }).toPass();
  }

  /**
   * In a small window the questions are behind a button of the rail, which comes a moment after the
   * window's size has changed.
   */
  async choose(endpointId: string): Promise<void> {
    const rail = this.page.getByRole('button', { name: 'Questions', exact: true });
    const isSmall = (this.page.viewportSize()?.width ?? 1280) < 900;
    if (isSmall || (await rail.count()) > 0) await rail.click();
    const entry = this.entry(endpointId);
    const group = this.endpoints.getByRole('button', {
      name: new RegExp(`^${endpointId.split('.')[0]}`, 'i'),
      expanded: false,
    });
    await expect(this.endpoints).toBeVisible();
    if ((await entry.count()) === 0 && (await group.count()) > 0) await group.click();
    await entry.click();
  }

  /** Calls counted this session, from the foot of the sidebar. */
  async calls(): Promise<number> {
    const foot = this.page.getByRole('contentinfo', { name: 'In use' });
    const words = await foot.getByText(/calls? this session/).innerText();
    return Number(/[\d,]+/.exec(words)?.[0].replaceAll(',', '') ?? 0);
  }

  /** The foot may hear of the last one a moment after its rows have come. */
  async expectCalls(count: number): Promise<void> {
    await expect.poll(() => this.calls()).toBe(count);
  }

  /** Nothing is beside the window, however narrow it is. */
  async expectNothingBeside(): Promise<void> {
    const html = this.page.locator('html');
    await expect
      .poll(() => html.evaluate((one) => one.scrollWidth - one.clientWidth))
      .toBeLessThanOrEqual(0);
  }
}
