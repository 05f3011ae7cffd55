/**
 * What a spec of the Electron program gets: a data folder of its own, programs that end with it,
 * and a window that is watched. A page error, a console error or a policy violation fails the
 * test, whatever it tests (checklist 5).
 */
import type { Page } from '@playwright/test';
import { restartDate } from '#test/support/fixed-date.mjs';
import { noteComplaints, test as base } from '../fixtures.ts';
import { launchProgram, type Program, type ProgramKind, type ProgramOptions } from './program.ts';

export { expect } from '@playwright/test';

interface Options {
  kind: ProgramKind;
}

interface Fixtures {
  /** Another one on the same data folder unless told otherwise. */
  launch: (options?: Partial<Omit<ProgramOptions, 'kind'>>) => Promise<Program>;
  /** The program with its window, on the sample service, past Welcome. */
  openProgram: () => Promise<{ program: Program; page: Page }>;
}

export const test = base.extend<Fixtures & Options>({
  kind: ['electron-fake', { option: true }],

  // Of the program's window; there is no other page.
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the names in it
  complaints: async ({}, use) => {
    restartDate();
    const complaints: string[] = [];
    await use(complaints);
    test.expect(complaints, 'what the window complained of').toEqual([]);
  },

  launch: async ({ kind, dataDir, complaints }, use) => {
    const programs: Program[] = [];
    await use(async (options = {}) => {
      const program = await launchProgram({ kind, dataDir, ...options });
      programs.push(program);
      return { ...program, page: async () => watched(await program.page(), complaints) };
    });
    await Promise.all(programs.map((program) => program.kill().catch(() => undefined)));
  },

  openProgram: async ({ launch }, use) => {
    await use(async () => {
      const program = await launch({ flags: ['--sample'] });
      const page = await program.page();
      await test
        .expect(page.getByRole('navigation', { name: 'Questions', exact: true }))
        .toBeVisible();
      return { program, page };
    });
  },
});

const seen = new WeakSet<Page>();

function watched(page: Page, complaints: string[]): Page {
  if (seen.has(page)) return page;
  seen.add(page);
  noteComplaints(page, complaints);
  return page;
}
