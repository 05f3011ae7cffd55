/** The Service profile page: what is assumed, what the service says, what is in force. */
import type { Locator } from '@playwright/test';
import { PageObject } from './page-object.ts';

export class ServiceProfilePage extends PageObject {
  readonly description = this.region('What the service says about itself');
  readonly assumptions = this.region('What is assumed');
  readonly discovered = this.region('Discovered questions');
  readonly corrections = this.region('Your corrections');
  readonly dialog = this.page.getByRole('dialog');

  private region(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** From Settings, with everything unfolded. */
  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Settings', exact: true }).click();
    await this.page.getByRole('button', { name: 'Open service profile' }).click();
    await this.assumptions.getByRole('button', { name: 'What is assumed' }).click();
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
