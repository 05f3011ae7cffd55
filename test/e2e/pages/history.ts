/** The page of all runs: list, filters, the pane beside the list, and its dialogs. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { Shell } from './shell.ts';

export class HistoryPage {
  readonly page: Page;
  readonly list: Locator;
  readonly runs: Locator;
  readonly search: Locator;
  /** "2 runs · 11 kB on disk". */
  readonly amount: Locator;
  readonly pane: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('grid', { name: 'Runs' });
    this.runs = this.list.locator('[data-run]');
    this.search = page.getByRole('textbox', { name: 'Search history' });
    this.amount = page.getByRole('status', { name: 'Runs shown' });
    this.pane = page.getByRole('complementary', { name: 'Details of the run' });
  }

  async open(): Promise<void> {
    await new Shell(this.page).goTo('History');
    await expect(this.list).toBeVisible();
  }

  /** The run whose row has these words. */
  run(words: string): Locator {
    return this.runs.filter({ hasText: words });
  }

  /** Shows the run in the pane. */
  async choose(words: string): Promise<void> {
    await this.run(words).getByRole('gridcell').nth(2).click();
    await expect(this.pane).toBeVisible();
  }

  /** A button of the row, which appears under the pointer. */
  async act(words: string, button: 'Open' | 'Run again…' | 'Delete'): Promise<void> {
    await this.run(words).hover();
    await this.run(words).getByRole('button', { name: button, exact: true }).click();
  }

  async describe(words: string, name: string, note: string): Promise<void> {
    await this.choose(words);
    await this.pane.getByRole('button', { name: 'Name and note…' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Name and note' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  }
}
