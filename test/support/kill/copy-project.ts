/** A core that copies its project until it is killed: `copy-project <data folder> <worker>`. */
import { writeSync } from 'node:fs';
import { openPlainCore } from '../plain-core.ts';

const [, , dataDir = '', columnsWorker = ''] = process.argv;
const core = await openPlainCore(dataDir, { columnsWorker: new URL(columnsWorker) });
writeSync(1, 'copying\n');
await core.call('project.copy', { title: 'Copy' });
writeSync(1, 'copied\n');
await core.close();
