import type { Page } from '@playwright/test';

/** What every page object begins with, so that its locators can be fields. */
export class PageObject {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }
}
