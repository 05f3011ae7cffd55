/** A methods sheet that the operating system opens the program with. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { exampleSheet } from '#test/support/method-examples.ts';
import { QueryForm } from '../pages/form.ts';
import { expect, test } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Recipe' });

test('opens as forms, at the start and while it runs', async ({ launch, dataDir }) => {
  const file = join(dataDir, 'posts.csv.methods.json');
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, JSON.stringify(exampleSheet('run-example-1')));

  const program = await launch({ flags: ['--sample', file] });
  const page = await program.page();
  await expect(dialog(page)).toContainText('made from 1 question');
  await dialog(page).getByRole('button', { name: 'Open the form' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(new QueryForm(page).form).toHaveAttribute('data-endpoint', /^microblog\.posts/);

  await program.evaluate(({ app }, given) => {
    app.emit('second-instance', {}, ['explorer', given], '/');
  }, file);
  await expect(dialog(page)).toContainText('made from 1 question');
});

test('says so when it is none', async ({ launch, dataDir }) => {
  const file = join(dataDir, 'other.json');
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, '{}');
  const page = await (await launch({ flags: ['--sample', file] })).page();
  await expect(dialog(page)).toContainText('This is no methods sheet.');
});
