/** The page of recipes, and the dialog that runs one or lets it repeat. */
import type { Locator } from '@playwright/test';
import { PageObject } from './page-object.ts';

export class Recipes extends PageObject {
  readonly dialog = this.page.getByRole('dialog');

  /** Of a run of a recipe, or of a repeat. */
  card(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Saves what the run shown asked as a recipe, and shows all recipes. */
  async add(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'More with this run' }).click();
    await this.page.getByRole('menuitem', { name: 'Save as recipe…' }).click();
    await this.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.dialog.getByRole('button', { name: 'Save recipe' }).click();
    await this.page.getByRole('button', { name: 'Show recipes' }).click();
  }

  async choose(...savings: ('pictures' | 'rows')[]): Promise<void> {
    const names = { pictures: /^Save pictures and videos/, rows: /^Add the rows/ };
    for (const one of savings)
      await this.dialog.getByRole('checkbox', { name: names[one] }).check();
  }
}
