/** The page of all runs: list, filters, the pane beside the list, and its dialogs. */
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { Shell } from './shell.ts';
import { PageObject } from './page-object.ts';

type RowButton = 'Open' | 'Run again…' | 'Delete';

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
  async act(words: string, button: RowButton): Promise<void> {
    await this.actOn(this.run(words), button);
  }

  async actOn(run: Locator, name: RowButton): Promise<void> {
    const button = run.getByRole('button', { name, exact: true });
    let isTried = false;
    // The rows move once sizes and counts are known: then the pointer is over another one. On a busy
    // computer a click that has led elsewhere may still run out of time.
    await expect(async () => {
      if (isTried && (await run.isHidden())) return;
      await run.hover();
      isTried = true;
      await button.click({ timeout: 1000 });
    }).toPass();
  }
}
