/** Account: service, key, counts. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

export class Account {
  readonly page: Page;
  readonly key: Locator;

  constructor(page: Page) {
    this.page = page;
    this.key = page.getByRole('region', { name: 'Key', exact: true });
  }

  /** "12 calls this session, 14 in all." */
  async expectCalls(session: number, total: number): Promise<void> {
    const calls = session === 1 ? 'call' : 'calls';
    await expect(
      this.page.getByText(`${session} ${calls} this session, ${total} in all.`, { exact: true }),
    ).toBeVisible();
  }

  async testKey(): Promise<void> {
    await this.key.getByRole('button', { name: 'Test', exact: true }).click();
  }

  /** Replaces the key, as far as the dialog's verb. */
  async replaceKey(value: string): Promise<void> {
    await this.key.getByRole('button', { name: 'Replace…' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Replace the access key' });
    await dialog.getByLabel('Access key', { exact: true }).fill(value);
    await dialog.getByRole('button', { name: 'Save and test the key' }).click();
  }

  async removeKey(): Promise<void> {
    await this.key.getByRole('button', { name: 'Remove…' }).click();
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
  }
}
