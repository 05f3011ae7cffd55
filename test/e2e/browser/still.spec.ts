/** What arrives later has its room, so that no button moves from under the pointer. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { questionFor } from '#test/support/questions.ts';
import { Asking } from '../pages/asking.ts';
import { HistoryPage } from '../pages/history.ts';
import { SaveDialog } from '../pages/saving.ts';

/** Returns what holds back the answers of a method, until the function that it returns is called. */
async function holder(page: Page): Promise<(method: string) => () => void> {
  const held = new Map<string, Promise<void>>();
  await page.routeWebSocket('**/api/socket', (socket) => {
    const server = socket.connectToServer();
    const methods = new Map<number, string>();
    socket.onMessage((message) => {
      const { id, method } = JSON.parse(String(message)) as { id?: number; method?: string };
      if (id !== undefined && method !== undefined) methods.set(id, method);
      server.send(message);
    });
    server.onMessage(async (message) => {
      const { id } = JSON.parse(String(message)) as { id?: number };
      await (id === undefined ? undefined : held.get(methods.get(id) ?? ''));
      socket.send(message);
    });
  });
  return (method) => {
    let release = (): void => {};
    held.set(method, new Promise((resolve) => (release = resolve)));
    return release;
  };
}

/** Notes what can be pressed, or holds something that can, whenever it moves (Chromium's layout shifts). */
function noteMoves(): void {
  const pressable = 'button, a, input, select, [role="columnheader"]';
  const moves: string[] = [];
  const note = (entries: readonly PerformanceEntry[]): void => {
    for (const { sources } of entries as readonly LayoutShift[]) {
      for (const { node, previousRect: from, currentRect: to } of sources) {
        if (!(node instanceof Element)) continue;
        const found = node.closest(pressable) ?? node.querySelector(pressable);
        // What only grows to the left leaves the button at its right end in its place.
        const across = from.right === to.right ? 0 : to.x - from.x;
        const down = to.y - from.y;
        if (found === null || (across === 0 && down === 0)) continue;
        const name = found.ariaLabel ?? found.textContent;
        // What is said about a column follows its rows.
        if (!name.startsWith('About ')) moves.push(`${name} by ${across}, ${down}`);
      }
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  Reflect.set(window, 'takeMoves', async () => {
    // What has just been changed is drawn first.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    note(observer.takeRecords());
    return moves.splice(0);
  });
}

interface LayoutShift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

const takeMoves = (page: Page): Promise<string[]> =>
  page.evaluate(() => (Reflect.get(window, 'takeMoves') as () => Promise<string[]>)());

test('nothing that can be pressed moves when numbers, runs, a citation or a page arrive', async ({
  page,
  openSample,
}) => {
  await page.addInitScript(noteMoves);
  const hold = await holder(page);
  const { shell, form, results } = await openSample();
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'city trees' });
  await takeMoves(page);
  // The list of runs stays as it was before the first one.
  const listRuns = hold('history.list');
  await form.getFirstPage();
  await results.expectRows(20);
  await expect(page.getByRole('button', { name: /^About Likes: \S/ })).toBeVisible();
  // The form folds, which moves what is below it: the names of the columns stay beside each other.
  expect((await takeMoves(page)).filter((move) => !/ by 0, /.test(move))).toEqual([]);

  await test.step('History', async () => {
    await shell.goTo('History');
    await expect(page.getByRole('button', { name: 'Open a file…' })).toBeVisible();
    await takeMoves(page);
    listRuns();
    await expect(new HistoryPage(page).runs.first()).toBeVisible();
    // With the first run, what was asked lately comes above the platforms of the sidebar.
    const ofSidebar = /^(?:Microblog|Photoshare|Forum|Shortvideo)\d+ by 0, 60$/;
    expect((await takeMoves(page)).filter((move) => !ofSidebar.test(move))).toEqual([]);
    await shell.goTo('Explore');
  });

  await test.step('another page', async () => {
    await results.nextPage();
    await expect(results.status).toContainText('2 pages');
    const moves = await takeMoves(page);
    expect(moves.filter((move) => /^Close |^Choose a question /.test(move))).toEqual([]);
  });

  for (const [column, known] of [
    ['Views', /These rows have [\d,]+ to/],
    ['Author', /is empty 0/],
    ['Posted', /is empty 0/],
    ['Text', /is empty 0/],
  ] as const) {
    await test.step(`a filter on ${column}`, async () => {
      const answer = hold('view.summary');
      const asking = new Asking(page);
      await asking.openFilter(column);
      await takeMoves(page);
      answer();
      await expect(asking.panel).toContainText(known);
      expect(await takeMoves(page)).toEqual([]);
      await page.keyboard.press('Escape');
    });
  }

  await test.step('Save', async () => {
    const answer = hold('export.preview');
    const save = new SaveDialog(page);
    await save.open();
    await takeMoves(page);
    answer();
    await expect(save.dialog.getByRole('region', { name: 'How to cite' })).toContainText(
      'Microblog',
    );
    expect(await takeMoves(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('Account', async () => {
    const answer = hold('service.read');
    await shell.goTo('Account');
    await expect(page.getByText('2 calls in the last 30 days')).toBeAttached();
    await takeMoves(page);
    answer();
    await expect(page.getByRole('table', { name: 'By day' })).toBeVisible();
    expect(await takeMoves(page)).toEqual([]);
  });
});

test('a field that is tidied when it is left moves no button from under the press', async ({
  page,
  openSample,
}) => {
  const { shell, form, results } = await openSample();
  await shell.choose('forum.posts.by-ids');
  const ids = form.input('ids');
  const lines = 't3_1k2a9f\nt3_1k2b7c\nt3_1k2c03';
  await ids.fill(lines);
  // The button itself sinks by a pixel.
  const around = form.ask.locator('..');
  await form.ask.hover();
  const before = await around.boundingBox();
  await page.mouse.down();
  await expect(ids).not.toBeFocused();
  await expect(ids).toHaveValue(lines);
  expect(await around.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(results.status).toContainText('1 page');
  await form.unfold();
  await expect(ids).toHaveValue('1k2a9f 1k2b7c 1k2c03');
});

test('no form moves its button from under the press: values that are tidied, or wrong', async ({
  page,
  openSample,
}) => {
  const { shell, form } = await openSample();
  const around = form.ask.locator('..');
  const moved: string[] = [];
  // One form for each kind of value.
  const forms = new Map(liveEndpoints.map(({ id }) => [questionFor(id).wrong.key, id]));
  for (const id of forms.values()) {
    await shell.choose(id);
    await expect(form.ask).toBeVisible();
    const more = form.form.getByRole('button', { name: 'More options' });
    if (await more.isVisible()) await more.click();
    const { values, wrong } = questionFor(id);
    // With blanks and line ends, as pasted; the wrong one shows its message once it was left.
    const typed = Object.entries(values).map(([key, value]) => [
      key,
      `  ${value.replaceAll(/[ ,]+/g, '\n')}\n\n`,
    ]);
    for (const [key = '', value = ''] of [...typed, [wrong.key, wrong.value]]) {
      const input = form.input(key);
      // A list that is open is chosen from, not pressed beside.
      if ((await input.getAttribute('aria-haspopup')) === 'listbox') continue;
      await input.fill(value);
      await input.focus();
      await form.ask.hover();
      const before = await around.boundingBox();
      await page.mouse.down();
      // Long enough for everything that leaving a field leads to.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
      });
      const after = await around.boundingBox();
      if (JSON.stringify(after) !== JSON.stringify(before)) {
        moved.push(`${id} ${key} ${JSON.stringify(value)}: ${before?.y} to ${after?.y}`);
      }
      // Nothing is asked: the press ends elsewhere.
      await page.mouse.move(2, 2);
      await page.mouse.up();
    }
  }
  expect(moved).toEqual([]);
});
