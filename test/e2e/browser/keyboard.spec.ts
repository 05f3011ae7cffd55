/** The main job without a mouse. */
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { Asking } from '../pages/asking.ts';
import { SaveDialog } from '../pages/saving.ts';

/** The cell the grid's keys act on. */
async function activeCell(grid: Locator): Promise<string> {
  // It has one once the rows around it are drawn.
  await expect(grid).toHaveAttribute('aria-activedescendant', /./);
  const id = await grid.getAttribute('aria-activedescendant');
  const cell = grid.page().locator(`[id="${id ?? ''}"]`);
  const row = await cell.locator('xpath=..').getAttribute('aria-rowindex');
  // A cell that stays at the left is spoken apart from where it is drawn.
  const column = await cell.getAttribute('aria-colindex');
  const header = grid.locator(`[role=columnheader][aria-colindex="${column}"]`).first();
  return `${row} ${await header.getAttribute('data-field')}`;
}

test('filter, choose, fill in, ask, read and save with keys alone', async ({ openExplorer }) => {
  const { page, shell, form, results, service } = await openExplorer();
  await shell.tabTo(shell.jump);
  await page.keyboard.press('Enter');
  // In the first moment of a window it isn’t there yet.
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await page.keyboard.type('photoshare comments on a post');
  await page.keyboard.press('Enter');
  await expect(form.form).toHaveAttribute('data-endpoint', 'photoshare.posts.comments');

  await shell.tabTo(form.input('id'));
  await page.keyboard.type('not/an/id');
  await page.keyboard.press('Enter');
  await expect(form.param('id')).toContainText('shortcode');
  expect(service.requests.length).toBe(0);
  await expect(form.input('id')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('C9xQ2LmNp4R');
  await page.keyboard.press('Enter');
  await results.expectRows(12);
  // The form made room for the rows, and the focus is on the way back to it.
  await expect(form.edit).toBeFocused();

  await shell.tabTo(results.grid);
  const [first, second] = await results.grid
    .getByRole('columnheader')
    .evaluateAll((headers) => headers.map((one) => one.getAttribute('data-field')));
  await expect.poll(() => activeCell(results.grid)).toBe(`2 ${first}`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => activeCell(results.grid)).toBe(`3 ${second}`);
  await page.keyboard.press('Enter');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText('Row 2');
  // The focus is in them now, and comes back to the rows with Escape.
  await page.keyboard.press('Alt+ArrowDown');
  await expect(details).toContainText('Row 3');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+End');
  await expect.poll(() => activeCell(results.grid)).toMatch(/^13 /);

  await shell.tabTo(results.next);
  await page.keyboard.press('Enter');
  await results.expectRows(24);

  const save = page.getByRole('button', { name: 'Save…', exact: true });
  await shell.tabTo(save, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = new SaveDialog(page);
  await expect(dialog.dialog.getByRole('radio', { name: 'Excel' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.dialog.getByRole('radio', { name: 'Any program' })).toBeChecked();
  await shell.tabTo(dialog.saveButton);
  const [file] = await dialog.save(() => page.keyboard.press('Enter'));
  expect(file?.bytes.toString('utf8').split('\r\n')[0]).toContain('text');
  await expect(save).toBeFocused();
});

test('the focus is visible wherever Tab leads, and never falls out of the window, whatever closes under it', async ({
  openExplorer,
}) => {
  const { page, shell, results, search } = await openExplorer();
  await search('sea');
  const unseen = new Set<string>();
  const seen = new Set<string>();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const { name, differs } = await page.evaluate(looksFocused);
    (differs ? seen : unseen).add(name);
  }
  expect([...unseen]).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);

  const isKept = (after: string): Promise<void> =>
    expect
      .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: after })
      .not.toBe('BODY');
  const press = async (name: string | RegExp, key = 'Enter'): Promise<void> => {
    await page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .focus();
    await page.keyboard.press(key);
  };
  for (const words of ['moon', 'harbour']) {
    await search(words);
    await isKept('the form folded');
  }
  await press('Edit question');
  await isKept('Edit question');
  await press('Collapse the question');
  await isKept('Collapse the question');
  await shell.tabTo(results.grid);
  await page.keyboard.press('Enter');
  await press('Close details');
  await isKept('Close details');
  const asking = new Asking(page);
  await asking.search.fill('nothing is written like this');
  await press(/^Clear (the )?(search|filters)$/);
  await isKept('Clear the search');
  // Mantine draws a panel at once the second time, before it knows who opened it.
  for (const key of ['Escape', 'Enter']) {
    await asking.openFilter('Likes');
    await asking.input('From').fill('0');
    await page.keyboard.press(key);
    await expect(asking.filter).toBeFocused();
  }
  await press('Save…');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await isKept('the Save dialog');
  await press('Close Search posts: moon');
  await isKept('a tab');
  await press('Undo');
  await expect(shell.tabs.getByRole('listitem')).toHaveCount(3);
  await isKept('Undo');
  const tab = page.getByRole('button', { name: 'Search posts: moon', exact: true });
  await tab.focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Tides');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Tides', exact: true })).toBeFocused();
  await page.keyboard.press('Shift+F10');
  // The menu puts the focus on its first item once it is open.
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.getByRole('menuitem', { name: 'Close others' }).press('Enter');
  await expect(shell.tabs.getByRole('listitem')).toHaveCount(1);
  await isKept('Close others');
  await page.keyboard.press('Control+b');
  await press('Questions');
  await page.getByRole('dialog', { name: 'Choose from all questions' }).waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Questions', exact: true })).toBeFocused();
  await press('Expand the sidebar');
  await isKept('Expand the sidebar');
  await press('Close Tides');
  await isKept('the last tab');
});

/** Whether the focused element, or what it is drawn with, looks otherwise without the focus. */
async function looksFocused(): Promise<{ name: string; differs: boolean }> {
  const settle = async (): Promise<void> => {
    // Styles change over a moment, even where motion is reduced.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  };
  await settle();
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) {
    return { name: 'the page', differs: true };
  }
  const active = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '');
  // A cell that stays at the left is drawn beside the one that is spoken.
  const cell = focused.querySelector('[data-row] [class*=activeCell]');
  const drawn = [focused, focused.parentElement, focused.nextElementSibling, active, cell];
  const look = (): string =>
    drawn
      .flatMap((one) => (one ? [getComputedStyle(one), getComputedStyle(one, '::after')] : []))
      .map(({ outline, boxShadow, borderColor, background, opacity }) =>
        [outline, boxShadow, borderColor, background, opacity].join('|'),
      )
      .join('\n');
  const withFocus = look();
  focused.blur();
  await settle();
  const without = look();
  focused.focus();
  return { name: focused.outerHTML.slice(0, 160), differs: withFocus !== without };
}
