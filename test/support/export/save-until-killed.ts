/**
 * A core that saves the same run under the same name until it is killed:
 * `save-until-killed <SaveOptions as JSON>`. Prints a line when it begins and after each file.
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportSpecSchema, isOver } from '#shared/contract/export/export.ts';
import { given } from '#test/support/kill/program.ts';
import { openPlainCore } from '#test/support/plain-core.ts';

export interface SaveOptions {
  dataDir: string;
  runId: string;
  target: string;
  columnsWorker: string;
  format: unknown;
  /** Of the service in use. */
  address?: string;
}

const options = given<SaveOptions>();
const { address, dataDir, target: path } = options;
const core = await openPlainCore(dataDir, {
  columnsWorker: new URL(options.columnsWorker),
  ...(address && {
    start: { sample: false, serviceAddress: address, accessKey: 'an-access-key-of-this-test' },
  }),
  chooseSaveTarget: async () => ({ path, finish: async () => ({ name: '', download: null }) }),
});

writeSync(1, 'begins\n');
for (let number = 1; ; number++) {
  const exportId = `export-killed-${number}`;
  const spec = exportSpecSchema.parse({ runIds: [options.runId], format: options.format });
  await core.call('export.start', { exportId, spec });
  for (;;) {
    const { exports } = await core.call('export.list', {});
    const state = exports.find(({ id }) => id === exportId)?.state;
    if (state !== undefined && isOver(state)) {
      if (state.kind !== 'saved') throw new Error(JSON.stringify(state));
      break;
    }
    await sleep(1);
  }
  writeSync(1, `saved ${number}\n`);
}
