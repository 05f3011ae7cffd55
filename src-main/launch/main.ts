/** `npm start`: opens a native window if Electron is available, otherwise the browser. */
import '../core/no-debugger.ts';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openWindow } from './open-window.ts';
import { keyVariable, readStartOptions, startedIn } from './start-options.ts';

const flags = process.argv.slice(2);
const read = readStartOptions(flags, process.env);

if (read.kind === 'options') {
  const { file } = read.options;
  const isFile = (flag: string): boolean =>
    file !== null && resolve(startedIn(process.env), flag) === file;
  const ended = await openWindow({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    // The window is another process, whose folder may be another one.
    flags: flags.map((flag) => (isFile(flag) ? (file ?? flag) : flag)),
    surroundings: {
      platform: process.platform,
      userId: process.getuid?.() ?? null,
      environment: process.env,
    },
    announce: (line) => console.error(line),
  });
  if (ended.kind === 'ended') process.exit(ended.code);

  // Loaded only now: with a native window, this process needs none of it.
  if (read.options.smoke) {
    console.error(`Trying it without a window of its own: ${ended.reason}`);
    const { smokeInNode } = await import('./smoke.ts');
    process.exit(await smokeInNode(read.options.dataDir));
  }
  console.error(`Opening in the browser instead of a window of its own: ${ended.reason}`);
  delete process.env[keyVariable];
  const { endOnSignals, startBrowserProgram } = await import('../browser/program.ts');
  const { startCore } = await import('./start-core.ts');
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
