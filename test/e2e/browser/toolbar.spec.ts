/** The tools above the results: whole at every width, and each within reach. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { Sample } from '../fixtures.ts';

/** Results with duplicates, which add a tool. */
async function withDuplicates({ page, shell, form, results }: Sample) {
  await shell.choose('shortvideo.sounds.search');
  await form.fillIn({ keyword: 'rain' });
  await form.getFirstPage();
  await results.expectRows(20);
  await results.nextPage();
  await results.expectRows(40);
  await expect(page.locator('[data-tool=duplicates]')).toHaveText('Hide 2 duplicates');
}

const tool = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Counts the frames in which what opens is still at the corner of the window, where a press would hit it. */
async function watchCorner(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const frames = { misplaced: 0 };
    const look = (): void => {
      const shown = document.elementFromPoint(10, 10)?.closest('[role=menu], [role=dialog]');
      if (shown != null) frames.misplaced += 1;
      requestAnimationFrame(look);
    };
    look();
    return frames;
  });
  return () => counted.evaluate(({ misplaced }) => misplaced);
}

const widths = [
  { width: 1280, height: 800 },
  { width: 1024, height: 700 },
  { width: 800, height: 600 },
  { width: 620, height: 600 },
  { width: 540, height: 600 },
  { width: 500, height: 600 },
];

test('no tool is ever cut, all are within reach, and the menu of those without room gives back the focus', async ({
  openSample,
}) => {
  const explorer = await openSample();
  const { page, shell, results } = explorer;
  await withDuplicates(explorer);
  const misplaced = await watchCorner(page);
  for (const size of widths) {
    await page.setViewportSize(size);
    await test.step(`${size.width} px`, async () => {
      const save = tool(page, 'Save…');
      await expect(save).toBeInViewport({ ratio: 1 });
      await expect(async () => {
        const end = (await save.boundingBox())?.x ?? 0;
        const buttons = await page.locator(':is([data-tool], [data-more-tools]):visible').all();
        for (const button of buttons) {
          const box = await button.boundingBox();
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(end);
          expect(await button.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
          const isCovered = await button.evaluate((one) => {
            const { right, top } = one.getBoundingClientRect();
            return !one.contains(document.elementFromPoint(right - 3, top + 10));
          });
          expect(isCovered).toBe(false);
        }
      }).toPass();
      await shell.expectNothingBeside();
      for (const name of ['Filter', 'Columns', 'Hide 2 duplicates', 'Display', 'Details'])
        await test.step(name, async () => {
          await expect(await results.tool(name)).toBeVisible();
          await page.keyboard.press('Escape');
          await expect(page.getByRole('menu')).toHaveCount(0);
        });
    });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(tool(page, 'Filter').getByText('Filter')).toBeVisible();
  await expect(tool(page, 'Columns').getByText('Columns')).toBeVisible();

  await page.setViewportSize({ width: 800, height: 600 });
  // Names have no strip under them in a small window until it is asked for.
  const strip = page.getByRole('button', { name: /^About .+: / });
  await expect(strip).toHaveCount(0);
  await results.display('Names and summaries');
  await expect(strip.first()).toBeVisible();

  await page.setViewportSize({ width: 620, height: 600 });
  // A tool of the menu opens below it, takes the focus and gives it back.
  const more = tool(page, 'More tools');
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Filter' })).toBeFocused();
  await expectAccessible(page, 'the menu of tools in a small window');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await expect(panel.getByRole('textbox')).toBeFocused();
  await expect(async () => {
    const at = await more.boundingBox();
    const opened = await panel.boundingBox();
    expect(opened?.y ?? 0).toBeGreaterThan(at?.y ?? 0);
    expect(opened?.x ?? 0).toBeLessThan((at?.x ?? 0) + (at?.width ?? 0));
    expect((opened?.x ?? 0) + (opened?.width ?? 0)).toBeGreaterThan(at?.x ?? 0);
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(more).toBeFocused();

  expect(await misplaced()).toBe(0);

  // What is in the menu can still be called by its name.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a command' }).fill('columns');
  await page.keyboard.press('Enter');
  await expect(panel).toBeVisible();
});

test('the tools of a conversation are beside each other at every width', async ({ openSample }) => {
  const { page, shell, form, results } = await openSample();
  await shell.choose('microblog.posts.comments');
  await form.useExample();
  await form.getFirstPage();
  await results.lookAt('Conversation');
  const toolbar = tool(page, 'Save…').locator('..');
  for (const width of [1660, 1500, 1280, 1024, 800, 640]) {
    await page.setViewportSize({ width, height: 700 });
    // The look, the search, each tool and *Save…*: each ends before the next one begins.
    const overlaps = () =>
      toolbar.evaluate((bar) => {
        const boxes = [...bar.querySelectorAll('button, [data-size] > input')]
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .map((one) => ({ one, box: one.getBoundingClientRect() }))
          .toSorted((a, b) => a.box.left - b.box.left);
        return boxes.flatMap(({ one, box }, at) =>
          box.right > (boxes[at + 1]?.box.left ?? innerWidth) ? [one.outerHTML.slice(0, 90)] : [],
        );
      });
    await expect.poll(overlaps, `${width} px`).toEqual([]);
  }
});
