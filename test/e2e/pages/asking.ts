/** Sorting, searching and filtering the results of the tab on screen. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

export class Asking {
  readonly page: Page;
  readonly search: Locator;
  readonly filter: Locator;
  /** The chips, and how many rows are shown. */
  readonly bar: Locator;
  /** A filter that is being made or changed. */
  readonly panel: Locator;

  constructor(page: Page) {
    this.page = page;
    this.search = page.getByRole('textbox', { name: 'Search in results' });
    this.filter = page.getByRole('button', { name: 'Filter', exact: true });
    this.bar = page.getByRole('region', { name: 'Shown rows' });
    this.panel = page.getByRole('dialog', { name: /^(Filter|Change the filter)$/ });
  }

  header(field: string): Locator {
    return this.page.locator(`[role=columnheader][data-field="${field}"]`);
  }

  /** Clicks a header's name; with Shift, beside the other sorts. */
  async sortBy(field: string, adds = false): Promise<void> {
    const name = this.header(field).locator('[data-name]');
    await name.click(adds ? { modifiers: ['Shift'] } : {});
  }

  /** Opens the panel and chooses the column whose word begins so. */
  async openFilter(column: string): Promise<void> {
    await this.filter.click();
    await this.panel.getByRole('combobox', { name: 'Find a column' }).fill(column);
    await this.page.keyboard.press('Enter');
    await expect(this.panel.getByRole('heading')).toBeVisible();
  }

  input(label: string): Locator {
    return this.panel.getByRole('textbox', { name: label, exact: true });
  }

  /** Presses the panel's own button. */
  async apply(): Promise<void> {
    await this.panel.getByRole('button', { name: /^(Add|Change) filter$/ }).click();
    await expect(this.panel).toBeHidden();
  }

  chip(words: string | RegExp): Locator {
    return this.bar.getByRole('button', { name: words });
  }

  /** Numbers of the first rows on screen, from 1, as many as asked for. */
  async firstNumbers(count: number): Promise<number[]> {
    const strip = this.page.locator('[data-number-of]');
    const all = await strip.evaluateAll((elements) =>
      elements.map((one) => [Number(one.getAttribute('data-number-of')), Number(one.textContent)]),
    );
    return all
      .toSorted(([a = 0], [b = 0]) => a - b)
      .slice(0, count)
      .map(([, number = 0]) => number);
  }
}
