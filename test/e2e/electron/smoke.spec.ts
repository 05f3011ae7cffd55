/** `--smoke` of the built program: it must reach the window, and touch nothing of the person's. */
import { existsSync } from 'node:fs';
import type { ProgramKind } from './program.ts';
import { expect, test } from './fixtures.ts';

/** Reporters keep the reason of a skip to themselves: it is printed. */
function onFakeOnly(kind: ProgramKind, reason: string): void {
  if (kind === 'electron') console.log(`Not run on real Electron: ${test.info().title}: ${reason}`);
  test.skip(kind === 'electron', reason);
}

test('--smoke tries everything out and ends by itself', async ({ launch, dataDir, kind }) => {
  // Playwright can't hold a program that ends at once; the workflows run it on its own.
  onFakeOnly(kind, 'the workflows run it there: npx electron . --smoke');
  const program = await launch({ flags: ['--smoke'] });
  expect([await program.exited, program.output()]).toEqual([
    0,
    expect.stringContaining('ok      Window: loaded, and asked for what it draws'),
  ]);
  expect(program.output()).toContain('Everything works.');
  expect(existsSync(dataDir)).toBe(true);
});

test('[2] packaged, it does not run without the sandbox', async ({ launch, kind }) => {
  onFakeOnly(kind, 'only an installed program counts as packaged there');
  const program = await launch({ packaged: true, flags: ['--no-sandbox'] });
  expect([await program.exited, program.output()]).toEqual([
    1,
    expect.stringContaining('Install the .deb package'),
  ]);
});
