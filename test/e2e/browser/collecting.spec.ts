/** Several pages at once: announced, limited, shown as they come, stopped, gone on with. Failures and ceilings: unit/renderer/results/going-on, contract/faults. */
import { parse } from 'csv-parse/sync';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';
import { countClicks } from '../pages/clicks.ts';
import { SaveDialog } from '../pages/saving.ts';

const small = { pageSize: 5, totalRows: 83 };
async function prepare({ shell, form }: Pick<Explorer, 'shell' | 'form'>, q = 'sea') {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q });
}

test('limits: the cost before the click, exactly what was asked, and what a restart costs', async ({
  openExplorer,
  startHost,
}) => {
  const preferences = { prices: { currency: 'EUR', perCall: { microblog: 0.02 } } };
  const explorer = await openExplorer({ service: small, settings: { preferences } });
  const { page, shell, form, results, service, host } = explorer;
  const panel = page.getByRole('dialog', { name: 'Get several pages' });
  const pages = panel.getByRole('textbox', { name: 'Up to pages' });
  await prepare(explorer);

  await test.step('pages', async () => {
    await form.several.click();
    await panel.getByRole('button', { name: 'Advanced', exact: true }).click();
    await pages.fill('3');
    await expect(panel).toContainText(/Pages\s*up to 3\s*Calls\s*up to 3\s*Rows\s*about 60/);
    await expect(panel).toContainText(/Price, estimated\s*up to 0\.06 EUR/);
    await panel.getByRole('button', { name: 'Get 3 pages', exact: true }).click();
    await expect(results.status).toContainText('Stopped at 3 pages, as asked · more available');
    await results.expectRows(15);
    await expect(page.getByRole('img', { name: '3 of 3 pages fetched' })).toBeVisible();
    expect(service.requests.length).toBe(3);
  });

  await test.step('rows: the rest is a click away and costs nothing', async () => {
    await results.getAll({ rows: '7' });
    await expect(results.status).toContainText('22 of 25 fetched rows shown');
    await results.expectRows(22);
    await page.getByRole('button', { name: 'Show 3 more already fetched', exact: true }).click();
    await results.expectRows(25);
    expect(service.requests.length).toBe(5);
  });

  await test.step('after a restart the rows are there, and a new start says what it takes', async () => {
    await host.stop();
    const { address, accessKey } = service;
    const again = await startHost({ dataDir: host.dataDir, service: address, accessKey });
    await shell.open(again.url);
    await results.expectRows(25);
    await expect(results.status).toContainText(
      'More was available when the program closed. Continuing takes about 6 calls, 5 of them for rows you have.',
    );
    await page.getByRole('button', { name: 'Run again from the start', exact: true }).click();
    await results.expectRows(5);
    expect(service.requests.length).toBe(6);
  });
});

test('all pages: another question meanwhile, a reload, Escape, and going on to the end', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: small });
  const { page, shell, form, results, service } = explorer;
  await prepare(explorer);
  // Two pages come; the third is under way as long as anybody looks around.
  service.fail({ kind: 'meanwhile', act: () => undefined }, 2);
  service.fail({ kind: 'hang' });
  await form.getSeveral({ pages: '12' });
  await expect(results.status).toContainText('2 of 12 pages');

  await test.step('the question is locked, another can be asked', async () => {
    await form.unfold();
    await expect(form.input('q')).toBeDisabled();
    await expect(form.several).toBeDisabled();
    await form.form.getByRole('button', { name: 'Ask another in a new tab' }).click();
    await expect(shell.tabs.getByRole('listitem')).toHaveCount(2);
    await expect(form.input('q')).toBeEnabled();
    await shell.tabs
      .getByRole('button', { name: /^Search posts: sea/ })
      .first()
      .click();
  });

  await test.step('a reload in the middle finds the run at work', async () => {
    await page.reload();
    await expect(results.status).toContainText('2 of 12 pages');
    await expect(page.getByRole('img', { name: '2 of 12 pages fetched' })).toBeVisible();
    await expect(results.stop).toBeVisible();
    await results.expectRows(10);
  });

  await test.step('Escape stops; going on repeats none', async () => {
    await page.keyboard.press('Escape');
    await expect(results.status).toContainText('· stopped');
    await results.getAll();
    await expect(results.status).toContainText('17 pages · 83 rows · complete');
    await results.expectRows(83);
    await expect(form.input('q')).toBeEnabled();
    // The page that never came was asked for again.
    expect(service.requests.length).toBe(18);
    expect(await shell.calls()).toBe(18);
  });
});

test('while pages come, focus, place and rows on screen stay as they are', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: { pageSize: 20, totalRows: 1000 } });
  const { form, results, service } = explorer;
  await prepare(explorer);
  await form.getSeveral({ pages: '5' });
  await results.expectRows(100);
  await results.cell(12, 'text').click();
  await results.grid.evaluate((grid) => {
    grid.scrollTop = 320;
  });
  await expect(results.cell(12, 'text')).toBeVisible();
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

test('hundreds of comments on a post are in a file in five clicks', async ({ openSample }) => {
  const { page, results } = await openSample();
  const clicks = await countClicks(page);
  const task = page.getByRole('form', { name: 'Comments on a post' });
  await task.getByRole('textbox').click();
  await page.keyboard.type('1986934512780812300');
  await page.keyboard.press('Enter');
  await expect(results.status).toContainText('1 page');
  await results.getAll({ rows: '200' });
  await expect(results.status).toContainText('Stopped at');
  const rows = await results.rowCount();
  expect(rows).toBeGreaterThanOrEqual(200);
  const dialog = new SaveDialog(page);
  await dialog.open();
  const [file] = await dialog.save();
  expect(parse(file?.bytes ?? '', { columns: true, bom: true })).toHaveLength(rows);
  expect(await clicks()).toBe(5);
});

test('restart and continue in one click: by date, nothing twice, nothing missing, in one file', async ({
  openSample,
  startHost,
}) => {
  const { page, shell, form, results, host } = await openSample();
  await prepare({ shell, form }, 'river day');
  await form.getSeveral({ pages: '3' });
  await expect(results.status).toContainText('Stopped at 3 pages');
  await results.expectRows(60);
  await host.stop();
  const again = await startHost({ dataDir: host.dataDir, sample: true });
  await shell.open(again.url);
  const clicks = await countClicks(page);
  await results.expectRows(60);
  await expect(results.status).toContainText(/Covers 18 Nov \d\d:\d\d – \d\d:\d\d/);
  // The cost before the click: a day is the smallest step, and pages are smaller with dates.
  await expect(results.status).toContainText('about 7 calls, 6 of them for rows you have');
  await page.getByRole('button', { name: /^Continue before 18 Nov \d\d:\d\d$/ }).click();
  await expect(results.status).toContainText('Stopped at 10 pages');
  await expect(page.getByText('60 duplicates hidden')).toBeVisible();
  await results.expectRows(70);
  expect(await clicks()).toBe(1);

  const { bytes } = await results.save({ byteOrderMark: false });
  const saved: { id: string; createdAt: string }[] = parse(bytes, { columns: true });
  expect(new Set(saved.map(({ id }) => id)).size).toBe(70);
  const times = saved.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  // It has a cursor again: from here on a page is a page.
  await results.nextPage();
  await results.expectRows(80);
});
