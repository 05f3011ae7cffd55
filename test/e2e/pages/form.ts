/** The query form of the tab on screen. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { PageObject } from './page-object.ts';

/** What a person reads where the service has a value of a closed list: those that are asked here. */
const choiceWords: Readonly<Record<string, string>> = {
  latest: 'Newest first',
  followers: 'Followers',
};

/** Blank: no limit. Rows of a run that continues are those beyond the ones that are here. */
export interface Limit {
  readonly pages: string;
  readonly rows: string;
}

/** Opens the panel for any number, by the menu of the button that gets rows. */
export async function otherNumber(page: Page, button: Locator): Promise<Locator> {
  await button.click();
  await page.getByRole('menuitem', { name: 'Another number…' }).click();
  return page.getByRole('dialog', { name: /^How many / });
}

/** Fills in the panel and clicks its button, whatever that says. */
export async function fillLimit(panel: Locator, limit: Partial<Limit>): Promise<void> {
  const { pages = '', rows = '' } = limit;
  await panel.getByRole('textbox', { name: /^Get / }).fill(rows);
  if (pages !== '') {
    await panel.getByRole('button', { name: 'Advanced', exact: true }).click();
    await panel.getByRole('textbox', { name: /pages$/ }).fill(pages);
  }
  await panel.getByRole('button', { name: /^Get / }).click();
  await expect(panel).toBeHidden();
}

export class QueryForm extends PageObject {
  readonly form = this.page.getByRole('form', { name: 'Question' });
  /** *Get posts*, or *Get account*. */
  readonly ask = this.form.locator('button[type=submit]');
  /** Opens the form again where rows have folded it. */
  readonly edit = this.form.getByRole('button', { name: 'Edit question', exact: true });

  /** The example that stands below the empty form. */
  async useExample(): Promise<void> {
    await this.page.getByRole('region', { name: 'For example' }).getByRole('button').click();
  }

  param(key: string): Locator {
    return this.form.locator(`[data-param="${key}"]`);
  }

  /** Where the value is typed or chosen. */
  input(key: string): Locator {
    return this.param(key).locator('input:not([type=hidden]), textarea').first();
  }

  /** Opens the form where it is one line; one that is locked folds with the first rows. */
  async unfold(): Promise<void> {
    await expect(this.form).toBeVisible();
    await expect(this.form.locator('fieldset:disabled')).toHaveCount(0);
    if (await this.edit.isVisible()) await this.edit.click();
  }

  /** Fills in every value; options that hide are shown first. */
  async fillIn(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [key, value] of Object.entries(values)) await this.set(key, value);
  }

  async set(key: string, value: string): Promise<void> {
    await this.unfold();
    const control = this.param(key);
    const more = this.form.getByRole('button', { name: 'More options' });
    await expect(control.or(more).first()).toBeVisible();
    if (!(await control.isVisible())) await more.click();
    const input = this.input(key);
    const isChoice = (await control.getAttribute('data-kind')) === 'choice';
    // Once somebody is in it, a description that is read meanwhile does not close its list.
    if (isChoice) await input.click();
    const isClosedChoice = isChoice && (await input.getAttribute('readonly')) !== null;
    if (!isClosedChoice) {
      await input.fill(value);
      return;
    }
    const words = choiceWords[value];
    if (words === undefined) throw new Error(`no words for ${value}`);
    await this.page.getByRole('option', { name: words, exact: true }).click();
  }

  /** Live or stored data. */
  async takeFrom(where: 'Live' | 'Stored'): Promise<void> {
    await this.unfold();
    const choices = this.form.getByRole('radiogroup', { name: 'Data from' });
    await choices.getByText(where, { exact: true }).click();
    await expect(choices.getByRole('radio', { name: where })).toBeChecked();
  }

  /** Asks for several pages by the panel; blank: no limit. */
  async getSeveral(limit: Partial<Limit>): Promise<void> {
    await this.unfold();
    await fillLimit(await this.otherNumber(), limit);
  }

  otherNumber(): Promise<Locator> {
    return otherNumber(this.page, this.form.getByRole('button', { name: /^How many / }));
  }

  /** Asks, by the button. */
  async getFirstPage(): Promise<void> {
    await this.unfold();
    await this.ask.click();
  }
}
