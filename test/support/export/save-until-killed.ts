/**
 * A core that saves the same run under the same name until it is killed:
 * `save-until-killed <SaveOptions as JSON>`. Prints a line when it begins and after each file.
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCore } from '#main/core/create-core.ts';
import { createMemoryStore } from '#main/core/credentials/memory-store.ts';
import type { MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import { isOver } from '#shared/export/export.ts';

export interface SaveOptions {
  dataDir: string;
  runId: string;
  target: string;
  columnsWorker: string;
  format: unknown;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test wrote it
const options = JSON.parse(process.argv[2] ?? '') as SaveOptions;

const core = await createCore({
  version: '0.0.0-test',
  dataDir: options.dataDir,
  fetch: globalThis.fetch,
  columnsWorker: new URL(options.columnsWorker),
  secrets: createMemoryStore('A test has no keychain.'),
  sampleService: () => Promise.reject(new Error('There is no sample service here.')),
  chooseSaveTarget: async () => ({
    path: options.target,
    finish: async () => ({ name: '', download: null }),
  }),
  openLink: null,
  showInFolder: null,
  start: { sample: false, serviceAddress: null, accessKey: null },
  report: (error) => {
    throw error;
  },
});

writeSync(1, 'begins\n');
for (let number = 1; ; number++) {
  const exportId = `export-killed-${number}`;
  const spec = { runIds: [options.runId], format: options.format };
  await core.call('export.start', { exportId, spec });
  for (;;) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's answer
    const answer = (await core.call('export.list', {})) as Result<MethodOutput<'export.list'>>;
    if (!answer.ok) throw new Error(answer.error.title);
    const state = answer.value.exports.find(({ id }) => id === exportId)?.state;
    if (state !== undefined && isOver(state)) {
      if (state.kind !== 'saved') throw new Error(JSON.stringify(state));
      break;
    }
    await sleep(1);
  }
  writeSync(1, `saved ${number}\n`);
}
