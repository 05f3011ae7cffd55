/** A second start of the program, and methods sheets that the operating system opens it with. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleSheet } from '#test/support/method-examples.ts';
import { QueryForm } from '../pages/form.ts';
import { expect, test } from './fixtures.ts';

test('a methods sheet opens as forms; a second start brings the first to the front with its own, and leaves', async ({
  launch,
  dataDir,
}) => {
  const file = join(dataDir, 'posts.csv.methods.json');
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, JSON.stringify(exampleSheet('run-example-1')));

  const program = await launch({ flags: ['--sample', file] });
  const page = await program.page();
  const dialog = page.getByRole('dialog', { name: 'Recipe' });
  await expect(dialog).toContainText('made from 1 question');
  await dialog.getByRole('button', { name: 'Open the form' }).click();
  await expect(dialog).toBeHidden();
  await expect(new QueryForm(page).form).toHaveAttribute('data-endpoint', /^microblog\.posts/);

  await program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize(), null);
  expect(await program.startAgain()).toBe(0);
  await expect(dialog).toContainText('made from 1 question');
  const isMinimised = (): Promise<boolean | undefined> =>
    program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized(), null);
  expect(await isMinimised()).toBe(false);
});
