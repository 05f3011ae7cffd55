/**
 * What a spec of the Electron program gets: a data folder of its own, programs that end with it,
 * and a window that is watched. A page error, a console error or a policy violation fails the
 * test, whatever it tests (checklist 5).
 */
import type { Page } from '@playwright/test';
import { restartDate } from '#test/support/fixed-date.mjs';
import { noteComplaints, notePresses, sayPresses, test as base } from '../fixtures.ts';
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

  launch: async ({ kind, dataDir, complaints }, use, info) => {
    const programs: Program[] = [];
    const pages = new Set<Page>();
    await use(async (options = {}) => {
      const program = await launchProgram({ kind, dataDir, ...options });
      programs.push(program);
      return {
        ...program,
        page: async () => {
          const page = await program.page();
          if (!pages.has(page)) {
            noteComplaints(page, complaints);
            await page.evaluate(notePresses);
            // As in the browser: a press on a busy computer may miss what is moving into its place.
            await page.emulateMedia({ reducedMotion: 'reduce' });
          }
          pages.add(page);
          return page;
        },
      };
    });
    if (info.status !== info.expectedStatus) for (const page of pages) await sayPresses(page);
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
