/**
 * A call is sent once, whatever becomes of its connection: what the service has read is what the ledger
 * has. In Electron, and what Chromium's own network does: `e2e/electron/sent-once.spec.ts`.
 */
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { askIn, question } from '#test/support/core.ts';
import { eachTestHasFolder, folder, run } from '#test/support/headless.ts';
import { count, searched } from '#test/support/thorough.ts';
import { throughBrowserHost } from '#test/support/ways-in.ts';
import { countsAlike, startWeather } from '#test/support/weather.ts';
import type { Asker } from '#test/support/weather.ts';

async function browserHost(serviceAddress: string): Promise<Asker> {
  const test = await throughBrowserHost({ serviceAddress, accessKey: 'a-key-of-this-test' });
  onTestFinished(() => test.close());
  return {
    async ask(questions) {
      for (let n = 0; n < questions; n++) {
        await askIn(test, question('microblog.posts.search', { q: `${n}` }));
      }
    },
    counted: async () => (await test.value('app.snapshot', {})).calls.total,
  };
}

async function command(serviceAddress: string): Promise<Asker> {
  let counted = 0;
  let times = 0;
  return {
    async ask(questions) {
      times += 1;
      const flags = {
        '--service': serviceAddress,
        '--out': join(folder, `${times}`),
        '--label': `${times}`,
        '--data-dir': join(folder, `data-${times}`),
      };
      const inputs = Array.from({ length: questions }, (_, n) => `a${n}`);
      const { calls } = await run(inputs, Object.entries(flags).flat());
      counted += Number(calls);
    },
    counted: async () => counted,
  };
}

describe.each([
  ['the browser host', browserHost],
  ['the command', command],
])('%s', (_, start) => {
  eachTestHasFolder();
  beforeEach(() => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    return () => void vi.unstubAllEnvs();
  });

  it.each([false, true])(
    '[24] the service has read what was counted; by TLS: %s',
    async (isSecure) => {
      const service = await startWeather(isSecure);
      onTestFinished(() => service.close());
      const asker = await start(service.address);
      await fc.assert(countsAlike(asker, service), searched(count(10, 500)));
      expect(await asker.counted()).toBeGreaterThan(0);
    },
    1_800_000,
  );
});
