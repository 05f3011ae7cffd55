/** The command as a process: its flags, the key in its environment, signals, and its output. */
import { keyVariable } from '../launch/start-options.ts';
import { collect, type CollectParts, reportEnd } from './collect.ts';
import { exits } from './exit.ts';
import { readCollectOptions, usage } from './options.ts';

/** Runs the command of this process; resolves with the exit code. */
export async function runCommand(startCore: CollectParts['startCore']): Promise<number> {
  const read = readCollectOptions(process.argv.slice(2), process.env);
  // Child processes must not get the key.
  delete process.env[keyVariable];
  const output = {
    log: (line: string): void => void process.stderr.write(`${line}\n`),
    print: (line: string): void => void process.stdout.write(`${line}\n`),
  };
  if (read.kind === 'help') {
    output.print(usage);
    return exits.complete;
  }
  if (read.kind === 'wrong') {
    return reportEnd({ ending: 'wrong', why: `${read.why} See --help.` }, output);
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal ends it without waiting: every page is on disk already.
      if (stop.signal.aborted) process.exit(exits[signal]);
      stop.abort(signal);
    });
  }
  return collect(read.options, { startCore, stop: stop.signal, ...output });
}
