/** The dialog *Save*. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { readZip } from '#test/support/read-zip.ts';
import { PageObject } from './page-object.ts';

export interface SavedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What comes as a download once that is pressed. */
export async function downloaded(page: Page, press: () => Promise<void>): Promise<SavedFile> {
  const downloading = page.waitForEvent('download');
  // A press that gets stuck fails by itself, and says what it waited for.
  downloading.catch(() => undefined);
  await press();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

export class SaveDialog extends PageObject {
  readonly dialog = this.page.getByRole('dialog', { name: 'Save', exact: true });
  readonly saveButton = this.dialog.getByRole('button', { name: 'Save', exact: true });
  /** The first rows as they will be written. */
  readonly preview = this.dialog.getByRole('region', { name: 'First rows' });

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save…', exact: true }).click();
    await expect(this.saveButton).toBeVisible();
  }

  async choose(preset: string): Promise<void> {
    const choice = this.dialog.getByRole('radio', { name: preset, exact: true });
    const more = this.dialog.getByRole('button', { name: 'More formats', exact: true });
    if (!(await choice.isVisible())) await more.click();
    await choice.check();
  }

  /** Unfolds a part unless it is. */
  async unfold(part: string | RegExp): Promise<Locator> {
    const region = this.dialog.getByRole('region', { name: part, exact: true });
    const head = region.getByRole('button').first();
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
    return region;
  }

  /** Saves, and gives back what came: the file first, then its methods sheet if it has one. */
  async save(press: () => Promise<void> = () => this.saveButton.click()): Promise<SavedFile[]> {
    const { name, bytes } = await downloaded(this.page, press);
    // Where something must be read, the dialog waits for it.
    const done = this.dialog.getByRole('button', { name: 'Done', exact: true });
    await expect(async () => {
      if (await done.isVisible()) await done.click();
      await expect(this.dialog).toBeHidden({ timeout: 500 });
    }).toPass();
    if (!name.endsWith('.zip')) return [{ name, bytes }];
    return [...readZip(bytes)].map(([file, content]) => ({ name: file, bytes: content }));
  }
}
