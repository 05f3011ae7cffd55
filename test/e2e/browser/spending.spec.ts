/** Hasty hands cost nothing (checklist 25), and later pages move nothing in sight. */
import type { Fault } from '#test/support/second-server/index.ts';
import { expect, test } from '../fixtures.ts';
import { GridOnScreen } from '../pages/grid.ts';

/** A page whose items have these members beside an id and a text; the very first lacks them, so that columns differ. */
function pageOf(from: number, members: Extract<Fault, { kind: 'page' }>['members']): Fault {
  const results = Array.from({ length: 20 }, (_, at) => ({
    id: String(from + at),
    text: `Post ${from + at}`,
    ...(from + at > 0 && members),
  }));
  return { kind: 'page', members: { results } };
}

// Double clicks: unit/renderer/explore/asking, unit/renderer/results/going-on.
test('[25] [31] a held key and a reload ask nothing twice; columns that come or change with a later page move nothing in sight', async ({
  openExplorer,
}) => {
  const { page, shell, form, results, service, search } = await openExplorer();
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'tide' });
  // Long enough that what follows happens while the request is under way, on slow computers too.
  service.fail({ kind: 'delay', ms: 1500 });
  await form.input('q').focus();
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect.poll(() => service.requests.length).toBe(1);
  await page.reload();
  await results.expectRows(20);
  expect(service.requests.length).toBe(1);
  await shell.expectCalls(1);

  service.fail(pageOf(0, { likeCount: 7, mood: 4, tide: 1.5 }));
  service.fail(pageOf(20, { likeCount: 'many', mood: 'calm', harbour: 12 }));
  service.fail(pageOf(40, { likeCount: null, mood: { name: 'calm', since: 3 }, weather: 'fog' }));
  await search('sea');
  await expect(results.cell(2, 'mood')).toHaveText('4');
  await results.cell(2, 'mood').click();
  const places = (): Promise<string[]> =>
    results.grid.evaluate((grid) =>
      ['id', 'text', 'likeCount', 'mood', 'tide'].flatMap((field) =>
        [...grid.querySelectorAll(':is([data-row="1"] *, [role=columnheader])[data-field]')]
          .filter((cell) => cell.getAttribute('data-field') === field)
          .map((cell) => {
            const { x, y, width } = cell.getBoundingClientRect();
            // The summary under a name changes with the rows; the name may not.
            const { textContent } = cell.querySelector('[data-name]') ?? cell;
            return `${field} ${x} ${y} ${width} ${textContent}`;
          }),
      ),
    );
  const before = await places();
  expect(before).toHaveLength(10);
  for (const rows of [40, 60]) {
    await results.nextPage();
    await results.expectRows(rows);
  }
  expect(await places()).toEqual(before);
  for (const field of ['harbour', 'weather']) await results.reveal(field);
  await results.goToEnd();
  await results.expectCell(59, 'mood', '{"name":"calm","since":3}');
  await new GridOnScreen(page).goToRow('page 2');
  await results.expectCell(20, 'mood', 'calm');
  await results.expectCell(20, 'likeCount', 'many');
  await results.expectCell(20, 'harbour', '12');
});
