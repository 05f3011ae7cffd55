/** The frame around every page: navigation, the list of questions, tabs, what is in use. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

export type PageName = 'Explore' | 'History' | 'Account' | 'Service status' | 'Settings';

export class Shell {
  readonly page: Page;
  readonly endpoints: Locator;
  readonly filter: Locator;
  readonly tabs: Locator;

  constructor(page: Page) {
    this.page = page;
    this.endpoints = page.getByRole('navigation', { name: 'Questions', exact: true });
    this.filter = this.endpoints.getByRole('textbox', { name: 'Filter questions' });
    this.tabs = page.getByRole('navigation', { name: 'Open questions' });
  }

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

  /** Down to this item of the menu that is opening; the first key enters it. */
  async downTo(item: Locator): Promise<void> {
    await expect(async () => {
      await this.page.keyboard.press('ArrowDown');
      await expect(item).toBeFocused({ timeout: 500 });
    }).toPass();
  }

  /** In a small window the questions are behind a button of the rail. */
  async choose(endpointId: string): Promise<void> {
    const rail = this.page.getByRole('button', { name: 'Questions', exact: true });
    if ((await rail.count()) > 0) await rail.click();
    await this.entry(endpointId).click();
  }

  /** Calls counted this session, from the foot of the sidebar. */
  async calls(): Promise<number> {
    const foot = this.page.getByRole('contentinfo', { name: 'In use' });
    const words = await foot.getByText(/calls? this session/).innerText();
    return Number(/[\d,]+/.exec(words)?.[0].replaceAll(',', '') ?? 0);
  }
}
