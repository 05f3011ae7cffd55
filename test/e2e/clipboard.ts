/** What a program would get from the clipboard: pasted into a text box of the test's own. */
import type { Page } from '@playwright/test';

export interface Pasted {
  text: string;
  /** Empty when there is none. */
  html: string;
}

/** Pastes with the keyboard, then leaves the page as it was, with the focus where it had been. */
export async function paste(page: Page): Promise<Pasted> {
  const focused = await page.evaluateHandle(() => document.activeElement);
  const box = await page.evaluateHandle(() => {
    const made = document.createElement('textarea');
    made.addEventListener('paste', (event) => {
      event.preventDefault();
      made.dataset['text'] = event.clipboardData?.getData('text/plain') ?? '';
      made.dataset['html'] = event.clipboardData?.getData('text/html') ?? '';
    });
    document.body.append(made);
    made.focus();
    return made;
  });
  await page.keyboard.press('Control+v');
  const pasted = await box.evaluate(({ dataset }) => ({
    text: dataset['text'] ?? '(nothing was pasted)',
    html: dataset['html'] ?? '',
  }));
  await box.evaluate((made) => made.remove());
  await focused.evaluate((before) => (before instanceof HTMLElement ? before.focus() : undefined));
  return pasted;
}
