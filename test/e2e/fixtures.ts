/**
 * What a spec gets: a data folder of its own, hosts and services that end with it, and a page that
 * is watched. A page error, a console error or a policy violation fails the test, whatever it
 * tests (checklist 5): zero in normal use.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { fixedDateScript, restartDate } from '#test/support/fixed-date.mjs';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer, SecondServerOptions } from '#test/support/second-server/index.ts';
import { QueryForm } from './pages/form.ts';
import { Results } from './pages/results.ts';
import { Shell } from './pages/shell.ts';
import { startHost } from './running-host.ts';
import type { HostOptions, RunningHost } from './running-host.ts';

export { expect } from '@playwright/test';

/** The window on a service that this test holds in its hands. */
export interface Explorer {
  readonly page: Page;
  readonly host: RunningHost;
  readonly service: SecondServer;
  readonly shell: Shell;
  readonly form: QueryForm;
  readonly results: Results;
  /** Searches Microblog posts for words, and waits for so many rows of the first page. */
  readonly search: (words: string, rows?: number) => Promise<void>;
}

export type Sample = Omit<Explorer, 'service'>;

interface ExplorerOptions {
  readonly service?: SecondServerOptions;
}

interface Fixtures {
  dataDir: string;
  /** Complaints of the page so far; a spec that provokes some empties it. */
  complaints: string[];
  startHost: (options: Omit<HostOptions, 'dataDir'> & { dataDir?: string }) => Promise<RunningHost>;
  startService: (options?: SecondServerOptions) => Promise<SecondServer>;
  /** A window on a second server, with its key in the environment. */
  openExplorer: (options?: ExplorerOptions) => Promise<Explorer>;
  /** Another window of the same browser on the same host. */
  openAnother: (explorer: Explorer) => Promise<Explorer>;
  /** A window on the sample service, past Welcome. */
  openSample: () => Promise<Sample>;
}

/** A lost connection is what some tests are about, and Chromium writes each into the console. */
const isNews = (text: string): boolean => !/Failed to load resource|net::ERR_/.test(text);

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the names in it
  dataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'sde-e2e-'));
    await use(join(folder, 'data'));
    await rm(folder, { recursive: true, force: true });
  },

  complaints: [
    async ({ page }, use, info) => {
      restartDate();
      const complaints: string[] = [];
      await watch(page, complaints);
      await use(complaints);
      if (info.status !== info.expectedStatus) await sayPresses(page);
      test.expect(complaints, 'what the page complained of').toEqual([]);
    },
    { auto: true },
  ],

  startHost: async ({ dataDir }, use) => {
    const hosts: RunningHost[] = [];
    await use(async (options) => {
      const host = await startHost({ dataDir, ...options });
      hosts.push(host);
      return host;
    });
    await Promise.all(hosts.map((host) => host.stop()));
  },

  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the names in it
  startService: async ({}, use) => {
    const services: SecondServer[] = [];
    await use(async (options) => {
      const service = await startSecondServer(options);
      services.push(service);
      return withoutLooks(service);
    });
    // Some tests closed theirs already.
    await Promise.all(services.map((service) => service.close().catch(() => undefined)));
  },

  openExplorer: async ({ page, startHost: start, startService }, use) => {
    await use(async (options = {}) => {
      const service = await startService(options.service);
      const host = await start({ service: service.address, accessKey: service.accessKey });
      return { ...(await open(page, host)), service };
    });
  },

  openAnother: async ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async ({ host, service }) => {
      // A window of its own: a browser hardly draws a tab that is behind another.
      const context = await browser.newContext();
      contexts.push(context);
      const page = await context.newPage();
      await watch(page, complaints);
      return { ...(await open(page, host)), service };
    });
    await Promise.all(contexts.map((context) => context.close()));
  },

  openSample: async ({ page, startHost: start }, use) => {
    await use(async () => open(page, await start({ sample: true })));
  },
});

const onItsOwn = new Set(['/api/status', '/openapi.json', '/openapi.yaml']);

/** The program looks at status and description on its own time: no test counts these. */
function withoutLooks(service: SecondServer): SecondServer {
  return Object.defineProperty({ ...service }, 'requests', {
    get: () => service.requests.filter(({ path }) => !onItsOwn.has(path)),
  });
}

export function noteComplaints(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && isNews(message.text())) complaints.push(message.text());
  });
}

async function watch(page: Page, complaints: string[]): Promise<void> {
  noteComplaints(page, complaints);
  await page.addInitScript(fixedDateScript());
  await page.addInitScript(notePresses);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
}

/** What was pressed last and where it went, for a press that seems to have had no effect. */
export async function sayPresses(page: Page): Promise<void> {
  const presses = await page.evaluate(() => Reflect.get(window, 'presses')).catch(() => null);
  console.log(`Pressed last: ${JSON.stringify(presses)}`);
}

export function notePresses(): void {
  const presses: string[] = [];
  Reflect.set(window, 'presses', presses);
  for (const kind of ['pointerdown', 'pointerup', 'click'] as const) {
    window.addEventListener(
      kind,
      ({ target, timeStamp, clientX, clientY }) => {
        const at = target instanceof Element ? (target.closest('button') ?? target) : null;
        const on = at?.ariaLabel ?? at?.textContent ?? '';
        presses.push(`${kind} ${clientX},${clientY} ${on.slice(0, 30)} ${Math.round(timeStamp)}`);
        presses.splice(0, presses.length - 12);
      },
      true,
    );
  }
}

async function open(page: Page, host: RunningHost): Promise<Sample> {
  const [shell, form, results] = [new Shell(page), new QueryForm(page), new Results(page)];
  await shell.open(host.url);
  const search = async (words: string, rows = 20): Promise<void> => {
    await shell.choose('microblog.posts.search');
    await form.fillIn({ q: words });
    await form.getFirstPage();
    await results.expectRows(rows);
  };
  return { page, host, shell, form, results, search };
}
