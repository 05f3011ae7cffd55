/** `npm run browser`: the browser host as a program. */
import '../core/no-debugger.ts';
import { fileURLToPath } from 'node:url';
import { smokeInNode } from '../launch/smoke.ts';
import { startCore } from '../launch/start-core.ts';
import { keyVariable, readStartOptions } from '../launch/start-options.ts';
import { endOnSignals, startBrowserProgram } from './program.ts';

const read = readStartOptions(process.argv.slice(2), process.env);
// Child processes must not get the key.
delete process.env[keyVariable];

if (read.kind === 'options' && read.options.smoke) {
  process.exitCode = await smokeInNode(read.options.dataDir);
} else if (read.kind === 'options') {
  const program = await startBrowserProgram(read.options, {
    startCore,
    rendererDir: fileURLToPath(new URL('../renderer', import.meta.url)),
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
    report: (error) => console.error(error),
  });
  if (program === null) process.exit(1);
  endOnSignals(program);
} else {
  const print = read.kind === 'help' ? console.log : console.error;
  print(read.text);
  process.exitCode = read.kind === 'help' ? 0 : 2;
}
