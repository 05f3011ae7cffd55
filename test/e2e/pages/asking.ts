/** Sorting, searching and filtering the results of the tab on screen. */
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { PageObject } from './page-object.ts';

export class Asking extends PageObject {
  readonly search = this.page.getByRole('textbox', { name: 'Search in results' });
  readonly filter = this.page.getByRole('button', { name: 'Filter', exact: true });
  /** The chips, and how many rows are shown. */
  readonly bar = this.page.getByRole('region', { name: 'Shown rows' });
  /** A filter that is being made or changed. */
  readonly panel = this.page.getByRole('dialog', { name: /^(Filter|Change the filter)$/ });

  header(field: string): Locator {
    return this.page.locator(`[role=columnheader][data-field="${field}"]`);
  }

  async sortBy(field: string): Promise<void> {
    await this.header(field).locator('[data-name]').click();
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
