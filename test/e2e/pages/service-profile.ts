/** The Service profile page: what is assumed, what the service says, what is in force. */
import type { Locator, Page } from '@playwright/test';

export class ServiceProfilePage {
  readonly page: Page;
  readonly description: Locator;
  readonly assumptions: Locator;
  readonly differences: Locator;
  readonly discovered: Locator;
  readonly corrections: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    this.description = region('What the service says of itself');
    this.assumptions = region('What is assumed');
    this.differences = region('Where the service differs from the specification');
    this.discovered = region('Discovered questions');
    this.corrections = region('Your corrections');
    this.dialog = page.getByRole('dialog');
  }

  /** From Settings, with everything unfolded. */
  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Settings', exact: true }).click();
    await this.page.getByRole('button', { name: 'Open service profile' }).click();
    await this.assumptions.locator('summary').click();
  }

  /** The one click. */
  async ask(): Promise<void> {
    await this.description.getByRole('button', { name: /^Ask/ }).click();
  }

  row(factId: string): Locator {
    return this.page.locator(`[data-fact="${factId}"]`);
  }

  async edit(factId: string, value: string): Promise<void> {
    await this.row(factId).getByRole('button', { name: /^Edit/ }).click();
    await this.dialog.getByLabel('What is sent').fill(value);
    await this.dialog.getByRole('button', { name: 'Save', exact: true }).click();
  }
}
