/** A browser opens six connections to a host, for all its tabs: none is kept by what only waits. */
import { questionFor } from '#test/support/questions.ts';
import { expect, test } from '../fixtures.ts';
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { Shell } from '../pages/shell.ts';

const questions = [
  'microblog.posts.search',
  'microblog.users.search',
  'photoshare.posts.search',
  'photoshare.users.search',
  'forum.posts.by-ids',
];

test('six tabs of a browser, and five questions without an answer, leave enough for Stop', async ({
  openExplorer,
}) => {
  const { page, host, service } = await openExplorer();
  // Without a screen, Chromium says of every tab that it is in front.
  await page.context().addInitScript(() => {
    document.hasFocus = () => false;
  });
  await page.reload();
  const tabs = [page];
  while (tabs.length < 6) {
    const tab = await page.context().newPage();
    await new Shell(tab).open(host.url);
    tabs.push(tab);
  }
  const last = tabs[5]!;
  const [shell, form, results] = [new Shell(last), new QueryForm(last), new Results(last)];
  // The others wait for their turn.
  service.fail({ kind: 'hang' });
  for (const question of questions) {
    await shell.choose(question);
    await form.fillIn(questionFor(question).values);
    await form.getFirstPage();
    await expect(results.stop).toBeVisible();
  }
  await results.stop.click();
  await expect(results.stop).toBeHidden();

  // The first tab has heard nothing for a while; looked at, it has.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await new Shell(page).expectCalls(1);
});

test('what the window loads later comes with its styles, also if the program couldn’t be reached at first', async ({
  openSample,
  complaints,
}) => {
  const { page, shell, form, results } = await openSample();
  // Throws for a file that didn't come.
  const rules = () =>
    page.evaluate(() =>
      [...document.styleSheets].reduce((sum, { cssRules }) => sum + cssRules.length, 0),
    );
  await shell.goTo('History');
  const all = await rules();
  const first = await (await page.request.get(page.url())).text();
  const failed = new Set<string>();
  await page.route(/\/assets\//, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (first.includes(pathname.split('/').at(-1)!) || failed.has(pathname))
      return route.continue();
    failed.add(pathname);
    return route.abort();
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  expect(failed.size).toBeGreaterThan(0);
  expect(await rules()).toBe(all);
  const before = failed.size;
  await shell.choose('microblog.posts.search');
  await form.useExample();
  await form.getSeveral({ rows: '400' });
  await results.expectRows(400);
  await results.lookAt('Network');
  await expect(page.getByRole('img', { name: /^Who mentions whom/ })).toBeVisible();
  expect(failed.size).toBeGreaterThan(before);
  complaints.length = 0;
});

test('what is asked for before it is loaded says that it is loading, and nothing comes up behind a person who went on', async ({
  openSample,
}) => {
  const { page, shell } = await openSample();
  let load = () => {};
  const isTime = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/assets/parts-*.js', async (route) => {
    await isTime;
    await route.continue();
  });
  await page.reload();
  await expect(shell.jump).toBeVisible();
  await page.keyboard.press('Control+K');
  await shell.goTo('Settings');
  await expect(page.getByRole('main').getByText('Loading…')).toBeVisible();
  load();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
