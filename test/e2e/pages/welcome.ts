/** The first start. */
import { expect } from '@playwright/test';
import { Results } from './results.ts';
import { PageObject } from './page-object.ts';

export class Welcome extends PageObject {
  /** The one click that leads to rows. */
  async exploreSampleData(): Promise<void> {
    await this.page.getByRole('button', { name: /^Explore sample data/ }).click();
    await expect(new Results(this.page).grid).toBeVisible();
  }

  /** The way to a trial key of the address that is filled in, as far as its verb. */
  async getTrialKey(): Promise<void> {
    await this.page.getByRole('button', { name: /^Get a trial key/ }).click();
    await this.page.getByRole('button', { name: 'Get the key' }).click();
  }

  /** Address and key, as far as the test of the key. */
  async enterKey(address: string, key: string): Promise<void> {
    await this.page.getByRole('button', { name: /^I have an access key/ }).click();
    await this.page.getByRole('textbox', { name: 'Service address' }).fill(address);
    await this.page.getByLabel('Access key', { exact: true }).fill(key);
    await this.page.getByRole('button', { name: 'Save and test the key' }).click();
  }
}
