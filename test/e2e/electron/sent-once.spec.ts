/**
 * In Electron, too, a call is sent once, whatever becomes of its connection. The other hosts:
 * `contract/sent-once.test.ts`; what Chromium's own network does: `browser/chromium.spec.ts`.
 */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import type { ExplorerBridge } from '#shared/contract/event.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import { count, searched } from '#test/support/thorough.ts';
import { countsAlike, startWeather } from '#test/support/weather.ts';
import type { Asker } from '#test/support/weather.ts';
import { expect, test } from './fixtures.ts';

type WithBridge = Window & { explorer: ExplorerBridge };

for (const isSecure of [false, true]) {
  test(`[24] the service has read what was counted; by TLS: ${isSecure}`, async ({ launch }) => {
    test.setTimeout(3_600_000);
    const service = await startWeather(isSecure);
    const program = await launch({
      flags: ['--service', service.address],
      environment: { SOCIAL_DATA_API_KEY: 'a-key-of-this-test', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    });
    const page = await program.page();
    const call = async <M extends MethodName>(method: M, input: MethodInput<M>) => {
      const sent = page.evaluate(
        ([name, given]) => (window as unknown as WithBridge).explorer.call(name, given),
        [method, input] as const,
      );
      const result = (await sent) as Result<MethodOutput<M>>;
      if (!result.ok) throw new Error(result.error.title);
      return result.value;
    };
    const asker: Asker = {
      async ask(questions) {
        for (let n = 0; n < questions; n++) {
          const runId = randomUUID();
          const query = { endpointId: 'microblog.posts.search', values: { q: `${n}` }, fields: [] };
          let { run } = await call('run.start', { runId, query });
          while (isWorking(run.state)) ({ run } = await call('run.open', { runId }));
        }
      },
      counted: async () => (await call('app.snapshot', {})).calls.total,
    };
    await fc.assert(countsAlike(asker, service), searched(count(5, 500)));
    expect(await asker.counted()).toBeGreaterThan(0);
    await service.close();
  });
}
