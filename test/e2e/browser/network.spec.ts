/** A network in a browser: drawn, chosen from by keys, kept as rows, saved as a picture. Rules: unit/renderer/results. */
import type { Locator } from '@playwright/test';
import { changeLook, expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { downloaded } from '../pages/saving.ts';

/** Whether points of what is drawn have exactly the colour of a token there. */
async function hasPointsOf(color: string, drawing: Locator): Promise<boolean> {
  const png = (await drawing.screenshot()).toString('base64');
  return drawing.evaluate(
    async (element, [bytes, token]) => {
      element.style.color = `var(${token})`;
      const wanted = /\d+, \d+, \d+/.exec(getComputedStyle(element).color)?.[0];
      element.style.color = '';
      const blob = new Blob([Uint8Array.from(atob(bytes), (one) => one.codePointAt(0)!)]);
      const bitmap = await createImageBitmap(blob);
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      canvas.drawImage(bitmap, 0, 0);
      const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
      const points = new Set<string>();
      for (let at = 0; at < data.length; at += 4) points.add(data.slice(at, at + 3).join());
      return points.has(`${wanted?.replaceAll(' ', '')}`);
    },
    [png, color] as const,
  );
}

test('a network is drawn, a node chosen by keys, its rows kept, and the picture saved', async ({
  openSample,
}) => {
  const { page, shell, form, results } = await openSample();
  const mistakes: string[] = [];
  page.on('pageerror', (error) => mistakes.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') mistakes.push(message.text());
  });
  await shell.choose('microblog.posts.search');
  await form.useExample();
  await form.getSeveral({ rows: '400' });
  await results.expectRows(400);
  await results.lookAt('Network');
  const drawing = page.getByRole('img', { name: /^Who mentions whom: \d+ edges between/ });
  await expect(drawing.locator('canvas').first()).toBeVisible();
  const picture = page.getByRole('button', { name: 'Save picture…' });
  await expect(picture).toBeVisible();
  await expectAccessibleInBoth(page.getByRole('main'), 'a network');

  // Tab leads to one node; arrows to the others.
  const nodes = page.getByRole('region', { name: 'Nodes' });
  const first = nodes.getByRole('row').nth(1).getByRole('button');
  await nodes.getByRole('button', { name: 'Weight' }).focus();
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const second = nodes.getByRole('row').nth(2).getByRole('button');
  await expect(second).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  const name = await second.innerText();
  await expectAccessibleInBoth(page.getByRole('main'), 'a network with a node chosen');

  // Another theme changes colours, and nothing of what was laid out and zoomed to.
  const before = await drawing.locator('canvas').first().elementHandle();
  for (const look of ['dark', 'light'] as const) {
    await changeLook(page, look);
    await expect.poll(() => hasPointsOf('--group-away', drawing)).toBe(true);
  }
  expect(await before.evaluate((canvas) => canvas.isConnected)).toBe(true);

  const { bytes } = await downloaded(page, async () => {
    await picture.click();
    const sheet = page.getByRole('dialog', { name: 'Save picture' });
    await sheet.getByText('Any (SVG)').click();
    await sheet.getByRole('button', { name: 'Save…' }).click();
  });
  const svg = bytes.toString('utf8');
  expect(svg).toContain('Sample data, invented.');
  expect(svg.match(/<circle /g)?.length).toBeGreaterThan(20);
  expect(svg).toContain(`>${name}<`);
  expect(svg).toMatch(/fill="rgb\(\d+, \d+, \d+\)"/);

  await nodes.getByRole('button', { name: 'Keep these rows' }).click();
  await expect(page.getByText(`Author or Mentions is or lists ${name}`)).toBeVisible();
  await expect(page.getByRole('grid')).toBeVisible();
  expect(mistakes).toEqual([]);
});

test('without WebGL the table stands alone', async ({ openSample }) => {
  const { page, shell, form, results } = await openSample();
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await shell.choose('microblog.posts.search');
  await form.useExample();
  await form.getSeveral({ rows: '200' });
  await results.expectRows(200);
  await results.lookAt('Network');
  const nodes = page.getByRole('region', { name: 'Nodes' });
  await expect(nodes.getByRole('note')).toContainText('WebGL isn’t available');
  await expect(nodes.getByRole('row').nth(2)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save picture…' })).toHaveCount(0);
});
