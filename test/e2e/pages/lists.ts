/** Lists of inputs: the dialog that makes one, the form that has one, and its run. */
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { PageObject } from './page-object.ts';

export class Lists extends PageObject {
  readonly dialog = this.page.getByRole('dialog', { name: /^A list of / });
  /** What the list in the dialog holds. */
  readonly found = this.dialog.getByRole('status', { name: 'What the list contains' });
  /** The line with what the list costs. */
  readonly form = this.page.getByRole('form', { name: 'Question' });
  readonly status = this.page.getByRole('status', { name: 'Run status' });

  /** Opens the dialog for a parameter. */
  async open(key: string): Promise<void> {
    const parameter = this.form.locator(`[data-param="${key}"]`);
    await parameter.getByRole('button', { name: 'Use a list…' }).click();
    await expect(this.dialog).toBeVisible();
  }

  async paste(lines: readonly string[]): Promise<void> {
    await this.dialog.getByRole('textbox').fill(lines.join('\n'));
  }

  async chooseFile(name: string, text: string): Promise<void> {
    const choosing = this.page.waitForEvent('filechooser');
    await this.dialog.getByRole('button', { name: 'Choose a file…' }).click();
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
    await (await choosing).setFiles(file);
  }

  async use(inputs: number): Promise<void> {
    const use = { name: new RegExp(`^Use ${inputs} `) };
    await this.dialog.getByRole('button', use).click();
    await expect(this.dialog).toBeHidden();
  }

  /** The list in the form is for so many inputs, which cost so many calls with a page each. */
  async expectCost(inputs: number): Promise<void> {
    await expect(this.form.getByText(`${inputs} calls.`, { exact: true })).toBeVisible();
    const cap = this.form.getByRole('textbox', { name: 'Maximum number of calls' });
    const bound = inputs + Math.max(3, Math.ceil(inputs / 10));
    await expect(cap).toHaveAttribute('placeholder', `${bound}`);
  }

  /** Asks for all inputs and waits until each is finished. */
  async getAll(inputs: number): Promise<void> {
    await this.form.getByRole('button', { name: /^Get (all )?\d/ }).click();
    await expect(this.status).toContainText(`${inputs} of ${inputs} inputs`, { timeout: 60_000 });
  }

  /** The values of a column in all rows shown, as the list of another question. */
  async useColumnIn(header: Locator, question: string): Promise<void> {
    await header.hover();
    await header.getByRole('button', { name: /^Column menu/ }).click();
    await this.page.getByRole('menuitem', { name: 'Use these values in' }).hover();
    await this.page.getByRole('menuitem', { name: `${question}…`, exact: true }).click();
  }

  /** The same of all rows shown, or of those that are selected. */
  async useRowsIn(column: string, question: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Use in…', exact: true }).click();
    await this.page.getByRole('menuitem', { name: column, exact: true }).hover();
    await this.page.getByRole('menuitem', { name: `${question}…`, exact: true }).click();
  }
}
