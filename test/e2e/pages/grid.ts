/** The grid as a person sees it: rows on screen, headers that are dragged, menus, the record. */
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { boxOf, PageObject } from './page-object.ts';

export interface ShownRow {
  /** From 1. */
  number: number;
  text: string;
}

export class GridOnScreen extends PageObject {
  readonly grid = this.page.getByRole('grid', { name: 'Results' });
  readonly details = this.page.getByRole('complementary', { name: 'Details' });

  /** A column's name, in its header. */
  name(field: string): Locator {
    return this.header(field).locator('[data-name]');
  }

  header(field: string): Locator {
    return this.grid.locator(`[role=columnheader][data-field="${field}"]`);
  }

  /** Fields from left to right, as far as they are drawn. */
  headers(): Promise<string[]> {
    return this.grid
      .getByRole('columnheader')
      .evaluateAll((headers) => headers.map((one) => one.getAttribute('data-field') ?? ''));
  }

  /** The first columns, in this order. */
  async expectFirst(...fields: string[]): Promise<void> {
    await expect.poll(async () => (await this.headers()).slice(0, fields.length)).toEqual(fields);
  }

  /**
   * The rows that are whole on screen, from top to bottom, with the text of a field; read again
   * until every one has been read from disk.
   */
  async rows(field: string): Promise<ShownRow[]> {
    let rows: ShownRow[] = [];
    await expect(async () => {
      rows = await this.grid.evaluate((grid, name) => {
        const frame = grid.getBoundingClientRect();
        const top = grid.querySelector('[role=columnheader]')?.getBoundingClientRect().bottom ?? 0;
        return [...grid.querySelectorAll<HTMLElement>('[role=row][data-row]')]
          .map((row) => ({ row, box: row.getBoundingClientRect() }))
          .filter(
            ({ box }) => box.top >= top - 1 && box.bottom <= frame.top + grid.clientHeight + 1,
          )
          .toSorted((a, b) => a.box.top - b.box.top)
          .map(({ row }) => ({
            number: Number(row.dataset['row']) + 1,
            // What stays at the left edge is drawn beside the row.
            text:
              grid.querySelector(`[data-row="${row.dataset['row']}"] [data-field="${name}"]`)
                ?.textContent ?? '',
          }));
      }, field);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter(({ text }) => text === '')).toEqual([]);
    }).toPass();
    return rows;
  }

  /** Goes to a row by its number, with the keys. */
  async goToRow(number: string): Promise<void> {
    await this.page.keyboard.press('Control+g');
    const dialog = this.page.getByRole('dialog', { name: 'Go to row' });
    await dialog.getByRole('textbox').fill(number);
    await this.page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  }

  /** Drags the thumb of the scrollbar from one share of the way to another; 0 is the top. */
  async dragScrollbar(from: number, to: number): Promise<void> {
    const box = await boxOf(this.grid);
    const { width, height } = await this.grid.evaluate((grid) => ({
      width: grid.clientWidth,
      height: grid.clientHeight,
    }));
    if (box.width === width) throw new Error('there is no scrollbar');
    const x = (box.x + width + box.x + box.width) / 2;
    // Past the arrows at its ends, on a thumb that is as short as it gets.
    const at = (share: number): number => box.y + 16 + (height - 32) * share;
    await this.page.mouse.move(x, at(from));
    await this.page.mouse.down();
    await this.page.mouse.move(x, at((from + to) / 2), { steps: 4 });
    // Beyond the end is as good as the end.
    await this.page.mouse.move(x, at(to) + (to === 1 ? 40 : 0), { steps: 8 });
    await this.page.mouse.up();
  }

  /** How far down the rows are scrolled; 1 is the end. */
  scrolledShare(): Promise<number> {
    return this.grid.evaluate(
      ({ scrollTop, scrollHeight, clientHeight }) => scrollTop / (scrollHeight - clientHeight),
    );
  }

  /** Chooses in the menu of a column. */
  async choose(field: string, item: string): Promise<void> {
    await this.header(field).hover();
    await this.header(field)
      .getByRole('button', { name: /^Column menu/ })
      .click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
    await expect(this.page.getByRole('menu')).toBeHidden();
  }

  /** Drags a header to the left edge of another one. */
  async dragHeader(field: string, before: string): Promise<void> {
    const target = await boxOf(this.header(before));
    // By its name: the summary below it is a button of its own once it has come.
    await this.header(field).locator('[data-name] > span').first().hover();
    await this.page.mouse.down();
    await this.page.mouse.move(target.x + 20, target.y + 10, { steps: 6 });
    await this.page.mouse.move(target.x + 4, target.y + 10, { steps: 3 });
    await this.page.mouse.up();
  }

  /** Px. */
  async widthOf(field: string): Promise<number> {
    return (await this.header(field).boundingBox())?.width ?? 0;
  }

  openColumns(): Promise<void> {
    return this.page.getByRole('button', { name: 'Columns', exact: true }).click();
  }

  get columns(): Locator {
    return this.page.getByRole('dialog', { name: 'Columns' });
  }
}
