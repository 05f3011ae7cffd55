/** Pages that are right and yet odd, as a person sees them. */
import type { Fault } from '#test/support/second-server/index.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';

async function prepare({ shell, form }: Explorer): Promise<void> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
}

test('[27] empty pages in the middle are pages of no rows, and collecting goes on', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: { pageSize: 5, totalRows: 18 } });
  const { page, form, results, service } = explorer;
  await prepare(explorer);
  await form.getFirstPage();
  await results.expectRows(5);
  service.fail({ kind: 'emptyPage' }, 2);
  await results.getAll();
  await expect(results.status).toContainText('6 pages · 18 rows · that was all');
  await results.expectRows(18);
  await page.getByText('Pages', { exact: true }).click();
  await page.getByRole('button', { name: 'Next fetched page' }).click();
  await expect(page.getByText('Page 2 of 6 · 0 rows')).toBeVisible();
  await expect(page.getByText('The service sent this page without rows.')).toBeVisible();
  await page.getByRole('button', { name: 'Next fetched page' }).click();
  await page.getByRole('button', { name: 'Next fetched page' }).click();
  await expect(page.getByText('Page 4 of 6 · 5 rows')).toBeVisible();
  await results.expectRows(5);
  expect(service.requests.length).toBe(6);
});

test('[27] more without a way to it is not told as the end', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const { page, results, form, service } = explorer;
  await prepare(explorer);
  service.fail({ kind: 'page', members: { has_more: true, next_page_cursor: null } });
  await form.getFirstPage();
  await results.expectRows(20);
  const says = page.getByText(
    'The service says that there is more, but gave no place to go on from.',
  );
  await expect(says).toBeVisible();
  await expect(results.status).toContainText('1 page · 20 rows · not all');
  await expect(results.next).toBeHidden();
  await page.reload();
  await expect(says).toBeVisible();
  await expect(results.status).toContainText('not all');

  service.fail({
    kind: 'page',
    members: { results: [], has_more: true, next_page_cursor: null },
  });
  await page.getByRole('button', { name: 'Run again from the start', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The page came empty' })).toBeVisible();
  await expect(says).toBeVisible();
  expect(service.requests.length).toBe(2);
});

type Members = Extract<Fault, { kind: 'page' }>['members'];

/** A page whose items have these members beside an id and a text. */
function pageOf(from: number, members: Members): Fault {
  const results = Array.from({ length: 20 }, (_, at) => ({
    id: String(from + at),
    text: `Post ${from + at}`,
    ...members,
  }));
  return { kind: 'page', members: { results } };
}

test('[31] columns that come or change with a later page: nothing in sight moves', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer();
  const { page, results, form, service } = explorer;
  await prepare(explorer);
  service.fail(pageOf(0, { likeCount: 7, mood: 4, tide: 1.5 }));
  service.fail(pageOf(20, { likeCount: 'many', mood: 'calm', harbour: 12 }));
  service.fail(pageOf(40, { likeCount: null, mood: { name: 'calm', since: 3 }, weather: 'fog' }));
  await form.getFirstPage();
  await results.expectRows(20);
  await expect(results.cell(2, 'mood')).toHaveText('4');
  await results.cell(2, 'mood').click();
  const places = (): Promise<string[]> =>
    results.grid.evaluate((grid) =>
      [...grid.querySelectorAll('[data-row="1"] [data-field], [role=columnheader][data-field]')]
        .filter((cell) =>
          ['id', 'text', 'likeCount', 'mood', 'tide'].includes(
            cell.getAttribute('data-field') ?? '',
          ),
        )
        .map((cell) => {
          const { x, y, width } = cell.getBoundingClientRect();
          // The summary under a name changes with the rows; the name may not.
          const { textContent } = cell.querySelector('[data-name]') ?? cell;
          return `${cell.getAttribute('data-field')} ${x} ${y} ${width} ${textContent}`;
        })
        .toSorted(),
    );
  const before = await places();
  expect(before).toHaveLength(10);
  await results.nextPage();
  await results.expectRows(40);
  await results.nextPage();
  await results.expectRows(60);
  expect(await places()).toEqual(before);
  for (const field of ['harbour', 'weather']) await results.reveal(field);
  await results.goToEnd();
  await results.expectCell(59, 'mood', '{"name": "calm", "since": 3}');
  await results.expectCell(59, 'weather', 'fog');
  await page.getByText('Pages', { exact: true }).click();
  await page.getByRole('button', { name: 'Next fetched page' }).click();
  await results.expectCell(0, 'text', 'Post 20');
  await results.expectCell(0, 'mood', 'calm');
  await results.expectCell(0, 'likeCount', 'many');
  await results.expectCell(0, 'harbour', '12');
});
