/** The main job in the program's own window: from the first start to rows, over Electron's bridge. */
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { Welcome } from '../pages/welcome.ts';
import { expect, test } from './fixtures.ts';

test('one click on Explore sample data reaches rows, and a page more', async ({ launch }) => {
  const program = await launch();
  const page = await program.page();
  await new Welcome(page).exploreSampleData();
  const results = new Results(page);
  const first = await results.rowCount();
  expect(first).toBeGreaterThan(0);
  await expect(new QueryForm(page).form).toHaveAttribute('data-endpoint', 'microblog.posts.search');
  await results.nextPage();
  await expect.poll(() => results.rowCount()).toBeGreaterThan(first);
});
