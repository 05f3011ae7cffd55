/** Several pages at once: announced, limited, shown as they come, stopped, gone on with. */
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';

const small = { pageSize: 5, totalRows: 83 };
/** Long enough to look around in while a page is under way, on a busy computer too. */
const slow = { kind: 'delay', ms: 2500 } as const;

async function prepare({ shell, form }: Pick<Explorer, 'shell' | 'form'>): Promise<void> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
}

test('pages up to a limit: the cost before the click, the end in words', async ({
  openExplorer,
}) => {
  const preferences = { prices: { currency: 'EUR', perCall: { microblog: 0.02 } } };
  const explorer = await openExplorer({ service: small, settings: { preferences } });
  const { page, form, results, service } = explorer;
  await prepare(explorer);
  await form.several.click();
  const panel = page.getByRole('dialog', { name: 'Get several pages' });
  const pages = panel.getByRole('textbox', { name: 'Up to pages' });
  await expect(pages).toBeFocused();
  await pages.fill('3');
  await expect(panel).toContainText(/Metered calls\s*up to 3\s*Rows\s*about 60/);
  await expect(panel).toContainText(/Price, estimated\s*up to 0\.06 EUR/);
  await expectAccessible(page);
  expect(service.requests.length).toBe(0);
  await panel.getByRole('button', { name: 'Get 3 pages', exact: true }).click();
  await expect(results.status).toContainText('Stopped at 3 pages, as asked · more available');
  await results.expectRows(15);
  expect(service.requests.length).toBe(3);
  await expect(page.getByRole('img', { name: '3 of 3 pages fetched' })).toBeVisible();
  await expectAccessible(page);
});

test('a wrong number is explained, and nothing can be sent with it', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const { page, form, service } = explorer;
  await prepare(explorer);
  await form.several.click();
  const panel = page.getByRole('dialog', { name: 'Get several pages' });
  await panel.getByRole('textbox', { name: 'Up to pages' }).fill('1.5');
  await expect(panel.getByRole('alert')).toHaveText(
    'Use a whole number from 1, or leave it empty.',
  );
  await expect(panel.getByRole('button', { name: /^Get / })).toBeDisabled();
  await expectAccessible(page);
  await panel.getByRole('textbox', { name: 'Up to pages' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(form.several).toBeFocused();
  expect(service.requests.length).toBe(0);
});

test('a limit in rows shows exactly so many; the rest is a click away and costs nothing', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: small });
  const { page, form, results, service } = explorer;
  await prepare(explorer);
  await form.getSeveral({ rows: '12' });
  await expect(results.status).toContainText('Stopped at 12 rows, as asked');
  await expect(results.status).toContainText('12 of 15 fetched rows shown');
  await results.expectRows(12);
  await page.getByRole('button', { name: 'Show 3 more already fetched', exact: true }).click();
  await results.expectRows(15);
  await expect(results.status).toContainText('3 pages · 15 rows');
  expect(service.requests.length).toBe(3);
});

test('all pages to the end; the question is locked meanwhile, another can be asked', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: small });
  const { page, shell, form, results, service } = explorer;
  await prepare(explorer);
  await form.getFirstPage();
  await results.expectRows(5);
  service.fail(slow, Infinity);
  await results.getAll();
  await expect(form.input('q')).toBeDisabled();
  await expect(form.several).toBeDisabled();
  await expectAccessible(page);
  await form.form.getByRole('button', { name: 'Ask another in a new tab' }).click();
  await expect(shell.tabs.getByRole('listitem')).toHaveCount(2);
  await expect(form.input('q')).toBeEnabled();
  await shell.tabs
    .getByRole('button', { name: /^Posts: sea/ })
    .first()
    .click();
  service.recover();
  await expect(results.status).toContainText('17 pages · 83 rows · that was all', {
    timeout: 30_000,
  });
  await results.expectRows(83);
  expect(service.requests.length).toBe(17);
  await expect(form.input('q')).toBeEnabled();
});

test('Escape stops between pages; going on repeats none', async ({ openExplorer }) => {
  const explorer = await openExplorer({ service: small });
  const { page, form, results, service } = explorer;
  await prepare(explorer);
  await form.getFirstPage();
  await results.expectRows(5);
  service.fail(slow, Infinity);
  await results.getAll({ pages: '10' });
  await expect(results.status).toContainText(/[2-9] of 11 pages/);
  await page.keyboard.press('Escape');
  await expect(results.status).toContainText('· stopped');
  await expect(page.getByRole('button', { name: 'Next page', exact: true })).toBeVisible();
  service.recover();
  await results.getAll();
  await expect(results.status).toContainText('17 pages · 83 rows · that was all');
  // The page under way when it was stopped is kept if it was answered, and else asked for again.
  expect(service.requests.length).toBeLessThanOrEqual(18);
  await results.goToEnd();
  const items = service.itemsFor('/api/data/microblog/posts/live', { q: 'sea' });
  expect(items).toHaveLength(83);
});

test('a page that fails is retried in sight, turns red in place, and is gone on from', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: small });
  const { page, form, results, service } = explorer;
  await prepare(explorer);
  await form.getFirstPage();
  await results.expectRows(5);
  service.fail({ kind: 'status', status: 500 }, 3);
  await results.getAll({ pages: '4' });
  await expect(results.status).toContainText(
    /Page 2: the service could not answer \(500\)\. Trying again in \d s \(attempt [23] of 3\)/,
  );
  await expect(results.problem).toContainText(
    'Page 2 failed: the service could not answer (500). 1 page, 5 rows are saved. Retrying goes on from page 2 and repeats no paid page.',
    { timeout: 20_000 },
  );
  await expect(
    page.getByRole('img', { name: '1 of 5 pages fetched, page 2 failed' }),
  ).toBeVisible();
  await expectAccessible(page);
  await results.remedy('Try again').click();
  await expect(results.status).toContainText('Stopped at 5 pages, as asked');
  await results.expectRows(25);
  await expect(results.problem).toBeHidden();
  // The first page, three tries of the second, and the four that were asked for.
  expect(service.requests.length).toBe(8);
});

test('a ceiling asks before going on, and then goes as far as was asked', async ({
  openExplorer,
}) => {
  const preferences = { ceilings: { run: 3, day: null } };
  const explorer = await openExplorer({ service: small, settings: { preferences } });
  const { page, shell, form, results, service } = explorer;
  await prepare(explorer);
  await form.several.click();
  const panel = page.getByRole('dialog', { name: 'Get several pages' });
  await expect(panel).toContainText('It stops and asks at 3 calls, your ceiling for a run.');
  await panel.getByRole('textbox', { name: 'Up to pages' }).fill('5');
  await panel.getByRole('button', { name: 'Get 5 pages', exact: true }).click();
  await expect(results.status).toContainText('This run has reached its ceiling of 3 calls');
  expect(service.requests.length).toBe(3);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open Settings', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await shell.goTo('Explore');
  await page.getByRole('button', { name: 'Go on beyond it', exact: true }).click();
  await expect(results.status).toContainText('Stopped at 5 pages, as asked');
  expect(service.requests.length).toBe(5);
});

test('while pages come, focus, place and rows on screen stay as they are', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: { pageSize: 20, totalRows: 2400 } });
  const { page, form, results, service } = explorer;
  await prepare(explorer);
  await form.getSeveral({ pages: '5' });
  await results.expectRows(100);
  await results.cell(12, 'text').click();
  await results.grid.evaluate((grid) => {
    grid.scrollTop = 320;
  });
  await expect(results.cell(12, 'text')).toBeVisible();
  const place = (): Promise<unknown> =>
    results.grid.evaluate((grid) => ({
      top: grid.scrollTop,
      left: grid.scrollLeft,
      active:
        grid.ownerDocument.activeElement === grid
          ? grid.getAttribute('aria-activedescendant')
          : null,
      rows: [...grid.querySelectorAll('[data-row]')]
        .map((row) => {
          const { y, x } = row.firstElementChild?.getBoundingClientRect() ?? { y: 0, x: 0 };
          return `${row.getAttribute('data-row')} ${y} ${x} ${row.firstElementChild?.textContent}`;
        })
        .toSorted(),
    }));
  // What is drawn is looked at in every frame: a flicker of one frame counts.
  await page.getByRole('button', { name: 'Get all…', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Get all' });
  await panel.getByRole('button', { name: 'Get all pages', exact: true }).click();
  await results.grid.focus();
  const before = await place();
  await results.grid.evaluate((grid) => {
    const seen = new Set<string>();
    const look = (): void => {
      const rows = [...grid.querySelectorAll('[data-row]')].map(
        (row) =>
          `${row.getAttribute('data-row')}${row.getBoundingClientRect().y}${row.textContent}`,
      );
      seen.add(`${grid.scrollTop} ${rows.toSorted().join('|')}`);
      Object.assign(grid, { seen });
      requestAnimationFrame(look);
    };
    look();
  });
  await expect(results.status).toContainText('that was all', { timeout: 40_000 });
  await results.expectRows(2400);
  expect(await place()).toEqual(before);
  expect(
    await results.grid.evaluate((grid) => (grid as unknown as { seen: Set<string> }).seen.size),
  ).toBe(1);
  expect(service.requests.length).toBe(120);
});

test('a reload in the middle finds the run at work; nothing is asked twice', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: small });
  const { page, shell, form, results, service } = explorer;
  await prepare(explorer);
  service.fail(slow, Infinity);
  await form.getSeveral({ pages: '12' });
  await expect(results.status).toContainText(/[2-9] of 12 pages/);
  await page.reload();
  await expect(results.status).toContainText(/\d+ of 12 pages/);
  await expect(page.getByRole('img', { name: /^\d+ of 12 pages fetched$/ })).toBeVisible();
  await expect(results.stop).toBeVisible();
  service.recover();
  await expect(results.status).toContainText('Stopped at 12 pages, as asked');
  await results.expectRows(60);
  expect(service.requests.length).toBe(12);
  expect(await shell.calls()).toBe(12);
});

test('after a restart the rows are there, and a new start says what it takes', async ({
  page,
  startHost,
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: small });
  const { form, results, service, host, shell } = explorer;
  await prepare(explorer);
  await form.getSeveral({ pages: '3' });
  await expect(results.status).toContainText('Stopped at 3 pages');
  await host.stop();
  const again = await startHost({
    dataDir: host.dataDir,
    service: service.address,
    accessKey: service.accessKey,
  });
  await shell.open(again.url);
  await results.expectRows(15);
  await expect(results.status).toContainText(
    'More was available when the program closed. The rows stay. Going on takes a new run: about 3 calls to get here again.',
  );
  await page.getByRole('button', { name: 'Run again from the start', exact: true }).click();
  await results.expectRows(5);
  expect(service.requests.length).toBe(4);
});

test('sample data: nothing is charged, and many pages come', async ({ openSample }) => {
  const explorer = await openSample();
  const { page, form, results } = explorer;
  await prepare(explorer);
  await form.several.click();
  const panel = page.getByRole('dialog', { name: 'Get several pages' });
  await expect(panel).toContainText('Sample data: nothing is charged.');
  await panel.getByRole('textbox', { name: 'Up to pages' }).fill('20');
  await panel.getByRole('button', { name: 'Get 20 pages', exact: true }).click();
  await expect(results.status).toContainText('Stopped at 20 pages, as asked', { timeout: 30_000 });
  await results.expectRows(400);
});
