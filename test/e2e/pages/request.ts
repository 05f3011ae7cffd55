/** The Request page: a path written by hand, and what it answers. */
import type { Locator, Page } from '@playwright/test';

export class RequestPage {
  readonly page: Page;
  readonly form: Locator;
  readonly path: Locator;
  readonly answer: Locator;
  readonly dialog: Locator;
  readonly earlier: Locator;

  constructor(page: Page) {
    this.page = page;
    this.form = page.getByRole('form', { name: 'Request' });
    this.path = this.form.getByRole('combobox', { name: 'Path' });
    this.answer = page.getByRole('region', { name: 'Answer', exact: true });
    this.dialog = page.getByRole('dialog');
    this.earlier = page.getByRole('region', { name: 'Earlier answers' });
  }

  /** From Service status. */
  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Service status', exact: true }).click();
    await this.page.getByRole('button', { name: 'Open Request' }).click();
  }

  async write(path: string): Promise<void> {
    await this.path.fill(path);
    // The list of known paths closes.
    await this.path.press('Escape');
  }

  async send(): Promise<void> {
    await this.form.getByRole('button', { name: /^Send/ }).click();
  }
}
