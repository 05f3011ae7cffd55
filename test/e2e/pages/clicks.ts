/** How few clicks a story takes; README.md has them all in one table. */
import type { Locator, Page } from '@playwright/test';

/** Counts what is pressed with the pointer from now on, in this document; keys are free. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { dataset } = document.body;
    dataset['clicks'] = '0';
    const count = (): void => void (dataset['clicks'] = String(Number(dataset['clicks']) + 1));
    document.addEventListener('pointerdown', count, true);
  });
  return () => page.evaluate(() => Number(document.body.dataset['clicks']));
}

/** Chooses from a select, by the words of the choice. */
export async function pick(select: Locator, words: string): Promise<void> {
  await select.click();
  await select.page().getByRole('option', { name: words, exact: true }).click();
}
