/**
 * Several pages at once, as they come into the window. Limits, stopping, failures and ceilings:
 * unit/renderer/explore/asking, unit/renderer/results/going-on, contract/collecting.
 */
import { parse } from 'csv-parse/sync';
import { expect, test } from '../fixtures.ts';
import { countClicks } from '../pages/clicks.ts';
import { SaveDialog } from '../pages/saving.ts';
import { readWorkbook } from '#test/support/export/read-workbook.ts';

test('while pages come, focus, place and rows on screen stay as they are', async ({
  openExplorer,
}) => {
  const { shell, form, results, service } = await openExplorer({
    service: { pageSize: 20, totalRows: 1000 },
  });
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getSeveral({ pages: '5' });
  await results.expectRows(100);
  await results.cell(12, 'text').click();
  await results.grid.evaluate((grid) => {
    grid.scrollTop = 320;
  });
  await expect(results.cell(12, 'text')).toBeVisible();
  // The first page takes long enough to be looked at from its beginning, on slow computers too.
  service.fail({ kind: 'delay', ms: 1500 });
  await results.getAll();
  await results.grid.focus();
  // Row numbers have room for all that were asked for from here on.
  await expect(results.stop).toBeVisible();
  // It is looked at in every frame: a flicker of one frame counts. Rows beside the screen are drawn
  // as they are likely to be scrolled to.
  const seen = await results.grid.evaluateHandle((grid) => {
    const places = new Set<string>();
    const look = (): void => {
      const { top, bottom } = grid.getBoundingClientRect();
      const rows = [...grid.querySelectorAll('[data-row]')].flatMap((row) => {
        const cell = row.firstElementChild?.getBoundingClientRect();
        if (cell === undefined || cell.bottom <= top || cell.top >= bottom) return [];
        return [`${row.getAttribute('data-row')} ${cell.y} ${cell.x} ${row.textContent}`];
      });
      const active =
        grid.ownerDocument.activeElement === grid && grid.getAttribute('aria-activedescendant');
      places.add([grid.scrollTop, grid.scrollLeft, active, ...rows.toSorted()].join('\n'));
      requestAnimationFrame(look);
    };
    look();
    return places;
  });
  await expect(results.status).toContainText('complete');
  await results.expectRows(1000);
  const places = await seen.evaluate((all) => [...all]);
  expect(places[0]).toContain('-12-0');
  expect(places.length, places.join('\n\n')).toBe(1);
  expect(service.requests.length).toBe(50);
});

test('hundreds of comments on a post are in a file in five clicks; restart and continue in one: by date, nothing twice, nothing missing, in one file', async ({
  openSample,
  startHost,
}) => {
  const { page, shell, form, results, host } = await openSample();
  const clicks = await countClicks(page);
  const task = page.getByRole('form', { name: 'Ask' });
  await task.getByRole('textbox').click();
  await page.keyboard.type('1986934512780812300');
  await page.keyboard.press('Enter');
  await expect(results.status).toContainText('1 page');
  await page.getByRole('button', { name: 'How many more posts' }).click();
  await page.getByRole('menuitem', { name: '500 more posts' }).click();
  await expect(results.status).toContainText('Stopped at');
  const rows = await results.rowCount();
  expect(rows).toBeGreaterThanOrEqual(200);
  const dialog = new SaveDialog(page);
  await dialog.open();
  const [file] = await dialog.save();
  // The header is a row, too.
  expect(readWorkbook(file!.bytes).get('Rows')).toHaveLength(rows + 1);
  expect(await clicks()).toBe(5);

  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'river day' });
  await form.getSeveral({ pages: '3' });
  await expect(results.status).toContainText('Stopped at 3 pages');
  await results.expectRows(60);
  await host.stop();
  const again = await startHost({ dataDir: host.dataDir, sample: true });
  await shell.open(again.url);
  const clicksAgain = await countClicks(page);
  await results.expectRows(60);
  await expect(results.status).toContainText(/Covers 17 Nov \d\d:\d\d – 18 Nov \d\d:\d\d/);
  // The cost before the click: a day is the smallest step, and pages are smaller with dates.
  await expect(results.status).toContainText('about 2 calls, 1 of them for rows you already have');
  await page.getByRole('button', { name: /^Continue before 17 Nov \d\d:\d\d$/ }).click();
  await expect(results.status).toContainText('Stopped at 5 pages');
  await expect(page.getByText('15 duplicates hidden')).toBeVisible();
  await results.expectRows(65);
  expect(await clicksAgain()).toBe(1);

  const { bytes } = await results.save();
  const saved: { id: string; createdAt: string }[] = parse(bytes, { bom: true, columns: true });
  expect(new Set(saved.map(({ id }) => id)).size).toBe(65);
  const times = saved.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  // It has a cursor again: from here on a page is a page.
  await results.nextPage();
  await results.expectRows(75);
});
