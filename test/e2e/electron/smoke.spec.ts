/** `--smoke` of the built program: it must reach the window, and touch nothing of the person's. */
import { existsSync } from 'node:fs';
import { expect, test } from './fixtures.ts';

test('--smoke tries everything out and ends by itself', async ({ launch, dataDir, kind }) => {
  // Playwright can't hold a program that ends at once. Reporters keep the reason to themselves.
  const reason = 'the workflows run it on its own: npx electron . --smoke';
  if (kind === 'electron') console.log(`Not run on real Electron: ${test.info().title}: ${reason}`);
  test.skip(kind === 'electron', reason);
  const program = await launch({ flags: ['--smoke', '--show'] });
  expect([await program.exited, program.output()]).toEqual([
    0,
    expect.stringMatching(
      /^ok {6}Window: loaded, and requested its snapshot; .*shown after \d+ ms/m,
    ),
  ]);
  expect(program.output()).toContain('ok      Network: 9 calls arrived as 9');
  expect(program.output()).toContain('Everything works.');
  expect(existsSync(dataDir)).toBe(true);
});
