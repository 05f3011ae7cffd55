/** The page of all runs: list, filters, the pane beside the list, and its dialogs. */
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { Shell } from './shell.ts';
import { PageObject } from './page-object.ts';

export class HistoryPage extends PageObject {
  readonly list = this.page.getByRole('grid', { name: 'Runs' });
  readonly runs = this.list.locator('[data-run]');
  readonly search = this.page.getByRole('textbox', { name: 'Search history' });
  readonly pane = this.page.getByRole('complementary', { name: 'Details of the run' });

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
}
