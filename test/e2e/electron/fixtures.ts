/**
 * What a spec of the Electron program gets: a data folder of its own, programs that end with it,
 * and a window that is watched. A page error, a console error or a policy violation fails the
 * test, whatever it tests (checklist 5).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { restartDate } from '#test/support/fixed-date.mjs';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { noteComplaints } from '../fixtures.ts';
import { launchProgram, type Program, type ProgramKind, type ProgramOptions } from './program.ts';

export { expect } from '@playwright/test';

interface Options {
  kind: ProgramKind;
}

interface Fixtures {
  dataDir: string;
  /** Complaints of the window so far; a spec that provokes some empties it. */
  complaints: string[];
  /** Another one on the same data folder unless told otherwise. */
  launch: (options?: Partial<Omit<ProgramOptions, 'kind'>>) => Promise<Program>;
  startService: () => Promise<SecondServer>;
  /** The program with its window, on the sample service, past Welcome. */
  openSample: () => Promise<{ program: Program; page: Page }>;
}

export const test = base.extend<Fixtures & Options>({
  kind: ['electron-fake', { option: true }],

  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the names in it
  dataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'sde-electron-'));
    await use(join(folder, 'data'));
    await rm(folder, { recursive: true, force: true });
  },

  complaints: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the names in it
    async ({}, use) => {
      restartDate();
      const complaints: string[] = [];
      await use(complaints);
      test.expect(complaints, 'what the window complained of').toEqual([]);
    },
    { auto: true },
  ],

  launch: async ({ kind, dataDir, complaints }, use) => {
    const programs: Program[] = [];
    await use(async (options = {}) => {
      const program = await launchProgram({ kind, dataDir, ...options });
      programs.push(program);
      return { ...program, page: async () => watched(await program.page(), complaints) };
    });
    await Promise.all(programs.map((program) => program.kill().catch(() => undefined)));
  },

  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the names in it
  startService: async ({}, use) => {
    const services: SecondServer[] = [];
    await use(async () => {
      const service = await startSecondServer();
      services.push(service);
      return service;
    });
    await Promise.all(services.map((service) => service.close().catch(() => undefined)));
  },

  openSample: async ({ launch }, use) => {
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
