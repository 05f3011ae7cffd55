/** Account: service, keys and sign-in, plan and usage, counts. */
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { PageObject } from './page-object.ts';

export class Account extends PageObject {
  readonly keys = this.page.getByRole('region', { name: 'Keys and sign-in', exact: true });
  /** The first key. */
  readonly key = this.keys.locator('[data-kind="accessKey"], [data-kind="trialKey"]').first();
  readonly usage = this.page.getByRole('region', { name: 'Usage', exact: true });

  async expectCalls(count: number): Promise<void> {
    const calls = count === 1 ? 'call' : 'calls';
    await expect(this.page.getByText(`${count} ${calls} in the last 30 days`)).toBeAttached();
  }

  async testKey(): Promise<void> {
    await this.key.getByRole('button', { name: 'Test', exact: true }).click();
  }

  /** Chooses from a row's menu. */
  async choose(row: Locator, item: string): Promise<void> {
    await row.getByRole('button', { name: /^More for/ }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  /** Pastes a session token into the dialog that is open. */
  async pasteToken(value: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel('Sign-in token', { exact: true }).fill(value);
    await dialog.getByRole('button', { name: 'Save and test the token' }).click();
    await expect(dialog).toBeHidden();
  }

  /** Replaces the key, as far as the dialog's verb. */
  async replaceKey(value: string): Promise<void> {
    await this.choose(this.key, 'Replace…');
    const dialog = this.page.getByRole('dialog', { name: 'Replace the access key' });
    await dialog.getByLabel('Access key', { exact: true }).fill(value);
    await dialog.getByRole('button', { name: 'Save and test the key' }).click();
  }

  async removeKey(): Promise<void> {
    await this.choose(this.key, 'Remove…');
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
  }
}
