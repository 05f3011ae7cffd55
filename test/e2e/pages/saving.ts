/** The dialog *Save*. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { readStoredZip } from '#test/support/read-zip.ts';

export interface SavedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export class SaveDialog {
  readonly page: Page;
  readonly dialog: Locator;
  readonly saveButton: Locator;
  /** The first rows as they will be written. */
  readonly preview: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Save', exact: true });
    this.saveButton = this.dialog.getByRole('button', { name: 'Save', exact: true });
    this.preview = this.dialog.getByRole('region', { name: 'First rows' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save…', exact: true }).click();
    await expect(this.saveButton).toBeVisible();
  }

  async choose(preset: string): Promise<void> {
    await this.dialog.getByRole('radio', { name: preset, exact: true }).check();
  }

  /** Unfolds a part unless it is. */
  async unfold(part: string | RegExp): Promise<Locator> {
    const region = this.dialog.getByRole('region', { name: part, exact: true });
    const head = region.getByRole('button').first();
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
    return region;
  }

  async uncheck(part: string, name: RegExp): Promise<void> {
    const region = await this.unfold(part);
    await region.getByRole('checkbox', { name }).uncheck();
  }

  /** Saves, and gives back what came: the file first, then its methods sheet if it has one. */
  async save(press: () => Promise<void> = () => this.saveButton.click()): Promise<SavedFile[]> {
    const downloading = this.page.waitForEvent('download');
    await press();
    const download = await downloading;
    // Where something must be read, the dialog waits for it.
    const done = this.dialog.getByRole('button', { name: 'Done', exact: true });
    await expect(async () => {
      if (await done.isVisible()) await done.click();
      await expect(this.dialog).toBeHidden({ timeout: 500 });
    }).toPass();
    const name = download.suggestedFilename();
    const bytes = await readFile(await download.path());
    if (!name.endsWith('.zip')) return [{ name, bytes }];
    return [...readStoredZip(bytes)].map(([file, content]) => ({ name: file, bytes: content }));
  }
}
