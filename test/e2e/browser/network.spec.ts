/** A network in a browser: drawn, chosen from by keys, kept as rows, saved as a picture. Rules: unit/renderer/results. */
import { expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

test('look', async ({ openSample }) => {
  const { page, shell, form, results } = await openSample();
  const logs: string[] = [];
  page.on('console', (m) => logs.push(m.text()));
  page.on('pageerror', (m) => logs.push(String(m)));
  await shell.choose('microblog.posts.search');
  await page.getByRole('button', { name: /^Use an example/ }).click();
  await form.getSeveral({ rows: '1500' });
  await results.expectRows(1500);
  const view = page.getByRole('radiogroup', { name: 'View' });
  for (const [w, h, scheme] of [
    [1280, 800, 'light'],
    [1024, 700, 'dark'],
  ] as const) {
    await page.setViewportSize({ width: w, height: h });
    await page.emulateMedia({ colorScheme: scheme });
    await view.getByText('Network', { exact: true }).click();
    await page.waitForTimeout(5000);
    for (const [i, name] of [0, 1, 3].entries()) {
      await page.getByRole('combobox', { name: 'Network', exact: true }).click();
      console.log(await page.getByRole('option').allTextContents());
      await page
        .getByRole('option')
        .nth(name)
        .click()
        .catch(() => {});
      await page.waitForTimeout(2500);
      await page.screenshot({ path: `/tmp/h/help-net/look-${w}-${i}.png` });
      if (i === 2) continue;
      await page
        .getByRole('region', { name: 'Nodes' })
        .getByRole('row')
        .nth(1)
        .getByRole('button')
        .click({ timeout: 3000 })
        .catch(() => {});
      await page.waitForTimeout(500);
    }
    await view.getByText('Table', { exact: true }).click();
  }
  console.log(logs.join('\n'));
});
