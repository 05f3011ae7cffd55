/** A network in a browser: drawn, chosen from by keys, kept as rows, saved as a picture. Rules: unit/renderer/results. */
import { expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { downloaded } from '../pages/saving.ts';

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
  expect(svg).toMatch(/fill="#[\da-f]{6}"/);

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
