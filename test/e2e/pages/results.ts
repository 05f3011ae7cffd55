/** The results of the tab on screen: grid, run bar, problems, saving. */
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { fillLimit, otherNumber } from './form.ts';
import type { Limit } from './form.ts';
import { SaveDialog } from './saving.ts';
import type { SavedFile } from './saving.ts';
import { PageObject } from './page-object.ts';

export class Results extends PageObject {
  readonly grid = this.page.getByRole('grid', { name: 'Results' });
  readonly status = this.page.getByRole('status', { name: 'Run status' });
  readonly next = this.page.getByRole('button', { name: /^(?:Get more .*|Continue)$/ });
  readonly stop = this.page.getByRole('button', { name: 'Stop', exact: true });
  /** Of the run on screen; other alerts (lost connection) have no code. */
  readonly problem = this.page.locator('[role=alert][data-error-code]');

  async rowCount(): Promise<number> {
    return Number(await this.grid.getAttribute('aria-rowcount')) - 1;
  }

  async expectRows(count: number): Promise<void> {
    await expect(this.grid).toHaveAttribute('aria-rowcount', String(count + 1));
  }

  /** `row` from 0. */
  cell(row: number, field: string): Locator {
    return this.grid.locator(`[data-row="${row}"] [data-field="${field}"]`);
  }

  /** Its text, once the row has come. */
  async textOf(row: number, field: string): Promise<string> {
    await expect(this.cell(row, field)).not.toBeEmpty();
    return this.cell(row, field).innerText();
  }

  /** Scrolls sideways until the column is drawn: only columns in sight are. */
  async reveal(field: string): Promise<void> {
    const header = this.grid.locator(`[role=columnheader][data-field="${field}"]`);
    let left = 0;
    await expect(async () => {
      // A grid that has just come draws all columns once, also those beside the screen.
      if (await isInView(header)) return;
      left = await this.grid.evaluate((grid, to) => {
        grid.scrollLeft = to;
        const atEnd = grid.scrollLeft + grid.clientWidth >= grid.scrollWidth - 1;
        return atEnd ? 0 : to + 400;
      }, left);
      await expect(header).toBeInViewport({ timeout: 200 });
    }).toPass();
  }

  /**
   * Scrolls sideways to the field and reads the cell, again if the grid was still on its way to
   * where a key sent it.
   */
  async expectCell(row: number, field: string, text: string): Promise<void> {
    await expect(async () => {
      await this.reveal(field);
      await expect(this.cell(row, field)).toHaveText(text, { timeout: 1000 });
    }).toPass();
  }

  /** Goes to the last row by keyboard, which draws it. */
  async goToEnd(): Promise<void> {
    await this.grid.focus();
    await this.grid.press('Control+End');
  }

  async nextPage(): Promise<void> {
    await this.next.click();
  }

  /** Goes on with several pages by the panel; blank: no limit. */
  async getAll(limit: Partial<Limit> = {}): Promise<void> {
    const button = this.page.getByRole('button', { name: /^How many more / });
    await fillLimit(await otherNumber(this.page, button), limit);
  }

  /** Another way to look at the rows, in the bar or in the menu of those that the bar has no room for. */
  async lookAt(name: string): Promise<void> {
    const shown = this.page
      .getByRole('radiogroup', { name: 'View' })
      .getByText(name, { exact: true });
    const more = this.page.getByRole('button', { name: /^(?:More views|View: .*)$/ });
    await expect(shown.or(more).first()).toBeVisible();
    if (await shown.isVisible()) return shown.click();
    await more.click();
    await this.page.getByRole('menuitem', { name, exact: true }).click();
  }

  /** A tool in the bar, or in the menu of those that the bar has no room for, which is opened. */
  async tool(name: string): Promise<Locator> {
    await expect(this.page.locator('[data-tool]').first()).toBeAttached();
    const button = this.page.getByRole('button', { name, exact: true });
    if (await button.isVisible()) return button;
    await this.page.getByRole('button', { name: 'More tools', exact: true }).click();
    return this.page.getByRole('menuitem', { name, exact: true });
  }

  /** Chooses in the menu *Display*, which stays open for more until it is closed. */
  async display(choice: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name: 'Display', exact: true }).click();
    const exact = typeof choice === 'string';
    await this.page.getByRole('menuitemradio', { name: choice, exact }).click();
    await this.page.keyboard.press('Escape');
    await expect(this.page.getByRole('menu')).toHaveCount(0);
  }

  /** A way out of a problem. */
  remedy(name: string | RegExp): Locator {
    return this.page.getByRole('button', {
      name,
      ...(typeof name === 'string' ? { exact: true } : {}),
    });
  }

  /** Saves what is seen as CSV and gives back the file, without its methods sheet. */
  async save(): Promise<SavedFile> {
    const dialog = new SaveDialog(this.page);
    await dialog.open();
    await dialog.choose('Any program');
    const [file] = await dialog.save();
    if (file === undefined) throw new Error('The archive is empty.');
    return file;
  }
}

const isInView = (locator: Locator): Promise<boolean> =>
  expect(locator)
    .toBeInViewport({ timeout: 50 })
    .then(
      () => true,
      () => false,
    );
