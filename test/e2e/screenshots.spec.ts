/**
 * Pictures of every screen in every look, on the sample service (see `screenshots.config.ts`). Not
 * part of `npm test`: a person looks at them, and axe finds nothing on any.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changeLook, expectAccessible, expectContrast } from './axe.ts';
import { test } from './fixtures.ts';
import type { Sample } from './fixtures.ts';
import { Asking } from './pages/asking.ts';
import { HistoryPage } from './pages/history.ts';
import { Lists } from './pages/lists.ts';
import { SaveDialog } from './pages/saving.ts';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** The look at each column comes a moment after the rows; in a small window there is none. */
async function seeColumns(page: Page): Promise<void> {
  if ((page.viewportSize()?.height ?? 0) < 800) return;
  await expect(page.getByRole('button', { name: /^About Likes: \S/ })).toBeVisible();
}

async function ask({ page, shell, form, results }: Sample): Promise<void> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'city trees', lang: 'en', sortBy: 'latest' });
  await form.getFirstPage();
  await expect(results.status).toContainText('more available');
  await results.nextPage();
  await expect(results.status).toContainText('2 pages');
  await seeColumns(page);
}

/** One isn’t there, one wrote nothing, and one can’t be a name. */
const accounts = ['mira_osei', 'grace_bakes', 'gone_fishing', 'quiet_corner', 'two words'];

async function pasteAccounts({ page, shell }: Sample): Promise<Lists> {
  const lists = new Lists(page);
  await shell.choose('microblog.posts.by-user');
  await lists.open('username');
  await lists.paste(accounts);
  return lists;
}

async function fillInOwnColumn({ page, results }: Sample): Promise<Locator> {
  await (await results.tool('Columns')).click();
  await page.getByRole('button', { name: 'Add a column of your own…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a column of your own' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Topic');
  for (const [at, code] of ['Protest', 'Weather'].entries())
    await dialog.getByRole('textbox', { name: `Code ${at + 1}`, exact: true }).fill(code);
  return dialog;
}

/** What is done before each picture. */
const screens: Readonly<Record<string, (sample: Sample) => Promise<void>>> = {
  welcome: async () => undefined,
  explore: async () => undefined,
  form: async ({ page, shell, form }) => {
    await shell.choose('microblog.posts.search');
    await form.fillIn({ q: 'city trees', lang: 'en', since: '2026-01-01' });
    await form.form.getByRole('button', { name: 'Request', exact: true }).click();
    await page.mouse.move(0, 0);
  },
  results: async (sample) => {
    await ask(sample);
    await sample.results.cell(3, 'text').click();
  },
  pictures: async ({ page, shell, form, results }) => {
    await shell.choose('photoshare.posts.search');
    await form.fillIn({ q: 'street food' });
    await form.getFirstPage();
    await results.lookAt('Pictures');
    await page.getByRole('button', { name: 'Load pictures' }).click();
    const wall = page.getByRole('grid', { name: 'Pictures' });
    await expect(wall.locator('img').nth(7)).toBeVisible();
    await wall.focus();
    await wall.press('ArrowRight');
  },
  conversation: async ({ page, shell, form, results }) => {
    await shell.choose('microblog.posts.comments');
    await form.useExample();
    await form.getSeveral({ rows: '200' });
    await results.lookAt('Conversation');
    const tree = page.getByRole('tree', { name: 'Conversation' });
    await expect(tree.locator('[aria-level="3"]').first()).toBeVisible();
    await tree.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft']) await tree.press(key);
  },
  record: async (sample) => {
    await ask(sample);
    await sample.results.cell(2, 'text').click();
    await (await sample.results.tool('Details')).click();
    await sample.page.mouse.move(0, 0);
  },
  error: async ({ page, shell, form, results }) => {
    await shell.choose('microblog.users.get');
    await form.fillIn({ username: 'nobody_here' });
    await form.getFirstPage();
    await expect(results.problem).toBeVisible();
    await page.getByRole('button', { name: 'Error details' }).click();
  },
  save: async (sample) => {
    await ask(sample);
    await new SaveDialog(sample.page).open();
  },
  several: async ({ shell, form }) => {
    await shell.choose('microblog.posts.search');
    await form.fillIn({ q: 'city trees' });
    await expect(await form.otherNumber()).toBeVisible();
  },
  collected: async ({ page, shell, form, results }) => {
    await shell.choose('microblog.posts.search');
    await form.fillIn({ q: 'city trees' });
    await form.getSeveral({ pages: '12', rows: '210' });
    await expect(results.status).toContainText('Covers');
    await seeColumns(page);
  },
  stored: async ({ page, shell, form, results }) => {
    await shell.choose('microblog.posts.search');
    await form.fillIn({ q: 'city trees' });
    await form.takeFrom('Stored');
    await form.getFirstPage();
    await expect(results.status).toContainText('incomplete');
    await seeColumns(page);
  },
  charts: async (sample) => {
    await ask(sample);
    await sample.page.getByText('Charts', { exact: true }).click();
    await expect(sample.page.getByRole('heading', { name: 'Posts over time' })).toBeVisible();
    await expect(sample.page.locator('svg[data-picture]').first()).toBeVisible();
    await expect(sample.page.getByText('Counting the rows…').first()).not.toBeInViewport();
  },
  summary: async (sample) => {
    await ask(sample);
    await sample.page.getByText('Summary', { exact: true }).click();
    await expect(sample.page.getByRole('heading', { name: 'Likes', exact: true })).toBeVisible();
    // Cards out of sight are not counted.
    await expect(sample.page.getByText('All 40 filled').first()).toBeVisible();
  },
  tabs: async (sample) => {
    const { shell, form } = sample;
    const questions = [
      ['microblog.posts.by-user', { username: 'mira_osei' }],
      ['photoshare.posts.by-user', { identifier: 'mira_osei' }],
      ['microblog.users.connections', { username: 'mira_osei', connectionType: 'followers' }],
      ['microblog.posts.search', { q: 'heat pumps' }],
      ['microblog.posts.search', { q: 'heat pumps', since: '2026-11-15' }],
      ['microblog.posts.get', { id: '1764290581163049310' }],
    ] as const;
    for (const [id, values] of questions) {
      await shell.choose(id);
      await form.fillIn(values);
    }
    await ask(sample);
  },
  palette: async ({ page }) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('listbox', { name: 'Commands' })).toBeVisible();
  },
  history: async (sample) => {
    await ask(sample);
    const history = new HistoryPage(sample.page);
    await history.open();
    await history.choose('city trees');
  },
  account: async ({ page, shell }) => {
    await shell.goTo('Account');
    await expect(page.getByText('Remaining', { exact: true })).toBeVisible();
  },
  status: async ({ page, shell }) => {
    await shell.goTo('Service status');
    await expect(page.getByRole('region', { name: 'History', exact: true })).toContainText(
      'outage',
    );
  },
  settings: async ({ shell, page }) => {
    await shell.goTo('Settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  },
  list: async (sample) => {
    const lists = await pasteAccounts(sample);
    await expect(lists.found).toContainText('1 invalid line');
  },
  inputs: async (sample) => {
    const lists = await pasteAccounts(sample);
    await lists.use(4);
    await lists.getAll(4);
    await sample.page.getByText('Inputs', { exact: true }).click();
    await expect(sample.page.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  },
  network: async (sample) => {
    await ask(sample);
    const dialog = new SaveDialog(sample.page);
    await dialog.open();
    await dialog.choose('Gephi');
    await expect(dialog.dialog).toContainText(/nodes? and .* will be written/);
  },
  compared: async (sample) => {
    const { page, shell, form, results } = sample;
    for (const rows of ['20', '40']) {
      await shell.choose('microblog.posts.search');
      await form.fillIn({ q: 'city trees' });
      await form.getSeveral({ rows });
      await results.expectRows(Number(rows));
    }
    await page.getByRole('button', { name: 'More with this run' }).click();
    await page.getByRole('menuitem', { name: 'Compare with…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare' });
    await expect(dialog.getByText(/Columns to compare/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(dialog).toBeHidden();
    await seeColumns(page);
    await page.mouse.move(0, 0);
  },
  recipes: async (sample) => {
    const { page } = sample;
    await ask(sample);
    await page.getByRole('button', { name: 'More with this run' }).click();
    await page.getByRole('menuitem', { name: 'Save as recipe…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save recipe' }).click();
    // A notice under a resting pointer takes no click until the pointer moves.
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Show recipes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Recipes' })).toBeVisible();
  },
  projects: async ({ page, shell }) => {
    await shell.goTo('Settings');
    await page.getByRole('button', { name: 'Projects…' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
};

/** Panels, dialogs and what few see: only for review. */
const further: typeof screens = {
  recent: async (sample) => {
    await ask(sample);
    const { page, shell, form } = sample;
    await shell.choose('photoshare.posts.search');
    await form.fillIn({ q: 'street food' });
    await form.getFirstPage();
    await sample.results.expectRows(12);
    await page.getByRole('button', { name: 'Choose a question' }).click();
    await expect(page.getByRole('textbox', { name: /^Words, an account/ })).toBeVisible();
  },
  calendar: async ({ shell, form, page }) => {
    await shell.choose('microblog.posts.search');
    await form.fillIn({ q: 'city trees' });
    await form.input('since').click();
    await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible();
  },
  fields: async ({ shell, form, page }) => {
    await shell.choose('microblog.posts.by-user');
    await form.param('fields').getByRole('button').click();
    await expect(page.getByRole('dialog', { name: 'Field picker' })).toBeVisible();
  },
  wrong: async ({ shell, form }) => {
    await shell.choose('forum.posts.by-ids');
    await form.getFirstPage();
    await expect(form.form.locator('[aria-invalid=true]').first()).toBeVisible();
  },
  filtered: async (sample) => {
    await ask(sample);
    const asking = new Asking(sample.page);
    await asking.sortBy('likeCount');
    await asking.search.fill('tree');
    await (await sample.results.tool('Filter')).click();
    await asking.panel.getByRole('combobox', { name: 'Find a column' }).fill('Likes');
    await sample.page.keyboard.press('Enter');
    await asking.input('From').fill('many');
    await expect(asking.panel).toContainText('Enter a number');
  },
  columns: async (sample) => {
    await ask(sample);
    await (await sample.results.tool('Columns')).click();
    await expect(sample.page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
  },
  menu: async (sample) => {
    await ask(sample);
    await sample.page.getByRole('button', { name: 'More with this run' }).click();
    await expect(sample.page.getByRole('menuitem', { name: 'Repeat…' })).toBeVisible();
  },
  enlarged: async (sample) => {
    await screens['pictures']?.(sample);
    const { page } = sample;
    await page.getByRole('grid', { name: 'Pictures' }).press('Space');
    await expect(page.getByRole('dialog').locator('img').first()).toBeVisible();
  },
  media: async (sample) => {
    await screens['pictures']?.(sample);
    const { page } = sample;
    await page.getByRole('button', { name: 'Save media…' }).click();
    await expect(page.getByRole('dialog')).toContainText('None of it counts as calls');
  },
  graph: async ({ page, shell, form, results }) => {
    await shell.choose('microblog.posts.search');
    await form.useExample();
    await form.getSeveral({ rows: '400' });
    await results.expectRows(400);
    await results.lookAt('Network');
    const nodes = page.getByRole('region', { name: 'Nodes' });
    await nodes.getByRole('row').nth(2).getByRole('button').click();
    await expect(page.getByRole('button', { name: 'Save picture…' })).toBeVisible();
  },
  'own-column': async (sample) => {
    await ask(sample);
    await fillInOwnColumn(sample);
  },
  reading: async (sample) => {
    await ask(sample);
    const { page } = sample;
    const dialog = await fillInOwnColumn(sample);
    await dialog.getByRole('button', { name: 'Add column' }).click();
    await sample.results.lookAt('Read');
    const reading = page.getByRole('region', { name: 'Reading' });
    await expect(reading).toBeFocused();
    for (const key of ['1', '2', '1']) await page.keyboard.press(key);
    await expect(reading).toContainText('3 of 40 coded');
  },
  coders: async (sample) => {
    await ask(sample);
    const { page } = sample;
    const dialog = await fillInOwnColumn(sample);
    await dialog.getByRole('button', { name: 'Add column' }).click();
    await (await sample.results.tool('Columns')).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Topic' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Two coders…' }).click();
    await expect(page.getByRole('dialog', { name: 'Two coders' })).toBeVisible();
  },
  words: async (sample) => {
    await ask(sample);
    const { page, results } = sample;
    await results.lookAt('Charts');
    const words = page.getByRole('region', { name: /^Most common words/ });
    await words.scrollIntoViewIfNeeded();
    const inContext = words.getByRole('button', { name: /in its context$/ });
    await inContext.nth(1).click();
    await words.getByText('in its context').last().scrollIntoViewIfNeeded();
  },
  picture: async (sample) => {
    await screens['charts']?.(sample);
    const { page } = sample;
    await page.getByRole('button', { name: 'Save picture…' }).first().click();
    const sheet = page.getByRole('dialog', { name: 'Save picture' });
    await expect(sheet.getByRole('img', { name: 'Preview' })).toBeVisible();
  },
  'compare-with': async (sample) => {
    const { page, shell, form, results } = sample;
    for (const rows of ['20', '40']) {
      await shell.choose('microblog.posts.search');
      await form.fillIn({ q: 'city trees' });
      await form.getSeveral({ rows });
      await results.expectRows(Number(rows));
    }
    await page.getByRole('button', { name: 'More with this run' }).click();
    await page.getByRole('menuitem', { name: 'Compare with…' }).click();
    await expect(page.getByRole('dialog').getByText(/Columns to compare/)).toBeVisible();
  },
  'recipe-form': async (sample) => {
    await ask(sample);
    const { page } = sample;
    await page.getByRole('button', { name: 'More with this run' }).click();
    await page.getByRole('menuitem', { name: 'Save as recipe…' }).click();
    await expect(page.getByRole('dialog')).toContainText('at most');
  },
  repeat: async (sample) => {
    await ask(sample);
    const { page } = sample;
    await page.getByRole('button', { name: 'More with this run' }).click();
    await page.getByRole('menuitem', { name: 'Repeat…' }).click();
    await expect(page.getByRole('dialog')).toContainText('Choose at least one day');
  },
  repeats: async (sample) => {
    await further['repeat']?.(sample);
    const { page } = sample;
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Mon', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Show repeats' }).click();
    const card = page.getByRole('region', { name: /^Search posts: city trees/ });
    await card.getByRole('button', { name: /^Run now/ }).click();
    await expect(card).toContainText('1 time');
    await expect(card.getByRole('button', { name: /^Run now/ })).toBeVisible();
  },
  archive: async (sample) => {
    const { page } = sample;
    await screens['recipes']?.(sample);
    await page.getByRole('button', { name: /^Run Search posts/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run recipe' }).click();
    const card = page.getByRole('region', { name: /^Search posts/ });
    await expect(card.getByRole('status')).toContainText('Done');
    await card.getByRole('button', { name: /^Save everything/ }).click();
    await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
  },
  'open-file': async ({ page, shell }) => {
    await shell.goTo('History');
    await page.getByRole('button', { name: 'Open a file…' }).click();
    await expect(page.getByRole('dialog', { name: 'Open a file' })).toBeVisible();
  },
  opened: async (sample) => {
    await further['open-file']?.(sample);
    const { page, results } = sample;
    const rows = Array.from({ length: 30 }, (_, n) => `170000000000000${10 + n};Post ${n};${n},5`);
    const buffer = Buffer.from(`id;text;score\n${rows.join('\n')}\n`);
    const input = page.getByRole('dialog').locator('input[type=file]:not([webkitdirectory])');
    await input.setInputFiles({ name: 'posts.csv', mimeType: 'text/csv', buffer });
    await results.expectRows(30);
  },
  key: async ({ page, shell }) => {
    await shell.goTo('Account');
    await page.getByRole('button', { name: 'Get a trial key…' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  profile: async ({ page, shell }) => {
    await shell.goTo('Settings');
    await page.getByRole('button', { name: 'Open service profile' }).click();
    await page.getByRole('button', { name: 'What is assumed' }).click();
  },
  request: async ({ page, shell }) => {
    await shell.goTo('Service status');
    await page.getByRole('button', { name: 'Open Request' }).click();
    const request = page.getByRole('form', { name: 'Request' });
    const path = request.getByRole('combobox', { name: 'Path' });
    await path.fill('/api/usage');
    await path.press('Escape');
    await request.getByRole('button', { name: /^Send/ }).click();
    await expect(page.getByRole('region', { name: 'Answer', exact: true })).toContainText('200');
  },
  'project-details': async ({ page, shell }) => {
    await shell.goTo('Settings');
    await page.getByRole('button', { name: 'Project details…' }).click();
    const details = page.getByRole('dialog', { name: 'Project details' });
    await details.getByRole('button', { name: 'Add creator' }).click();
  },
};

const folder =
  process.env['SDE_PICTURES'] ?? fileURLToPath(new URL('screenshots', import.meta.url));

/** How a screen may look; more contrast and the system's own colours only for review. */
const looks = ['light', 'dark', 'more', 'forced'] as const;
const isForReview = process.env['SDE_PICTURES'] !== undefined;

for (const [name, prepare] of Object.entries({ ...screens, ...(isForReview && further) })) {
  test(name, async ({ page, openSample, startHost }, { project }) => {
    if (name === 'welcome') {
      await page.goto((await startHost({})).url);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    } else {
      await prepare(await openSample());
    }
    const size = project.name === '1280' ? '' : `-${project.name}`;
    const wanted = looks.slice(0, isForReview ? 4 : 2);
    for (const look of wanted) {
      await changeLook(page, look);
      const path = join(folder, `${name}-${look}${size}.png`);
      await page.screenshot({ path, animations: 'disabled' });
    }
    if (!isForReview) return;
    for (const look of wanted) {
      await changeLook(page, look);
      const find = look === wanted[0] ? expectAccessible : expectContrast;
      await find(page, `${name}, ${look}${size}`);
    }
  });
}
