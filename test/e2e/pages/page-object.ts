import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** What every page object begins with, so that its locators can be fields. */
export class PageObject {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }
}

/** Where it is on screen, once it is drawn: to be dragged, or dragged to. */
export async function boxOf(
  shown: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  await expect(shown).toBeVisible();
  const box = await shown.boundingBox();
  if (box === null) throw new Error('It is no longer on screen.');
  return box;
}
