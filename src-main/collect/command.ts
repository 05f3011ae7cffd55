/** The command as a process: its flags, the key in its environment, signals, and its output. */
import { keyVariable } from '../launch/start-options.ts';
import { collect, type CollectParts, errorText, logTo, reportEnd } from './collect.ts';
import { type Ended, endOfError, exits, signalWords } from './exit.ts';
import { readCollectOptions, usage } from './options.ts';

/** Runs the command of this process; resolves with the exit code. */
export async function runCommand(startCore: CollectParts['startCore']): Promise<number> {
  const read = readCollectOptions(process.argv.slice(2), process.env);
  // Child processes must not get the key.
  delete process.env[keyVariable];
  const out = linesTo(process.stdout);
  let isReported = false;
  const output = {
    log: linesTo(process.stderr),
    print(line: string): void {
      isReported = true;
      out(line);
    },
  };
  if (read.kind === 'help') {
    out(usage);
    return exits.complete;
  }
  if (read.kind === 'wrong') {
    return reportEnd({ ending: 'wrong', why: `${read.why} See --help.` }, output);
  }
  /** Whatever happened, there is one result: schedulers wait for it. */
  const end = (ended: Ended): number =>
    isReported ? exits[ended.ending] : reportEnd(ended, output, { label: read.options.label });
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal ends it without waiting: every page is on disk already.
      if (stop.signal.aborted) process.exit(end({ ending: signal, why: signalWords() }));
      stop.abort(signal);
    });
  }
  process.on('uncaughtException', (error) => {
    logTo(output.log)('error', 'unforeseen', { why: errorText(error) });
    process.exit(end(endOfError(error, true)));
  });
  // Something is awaited that nothing will end.
  const emptied = new Promise<number>((resolve) => {
    process.once('beforeExit', () => {
      const why = 'The program stopped before the end. Run the same command to continue.';
      resolve(end({ ending: 'ourFault', why }));
    });
  });
  return Promise.race([
    collect(read.options, { startCore, stop: stop.signal, ...output }),
    emptied,
  ]);
}

/** Writes lines to a stream. Those that it can't take any more (a closed pipe, a full disk) are lost. */
function linesTo(stream: NodeJS.WriteStream): (line: string) => void {
  stream.on('error', () => undefined);
  return (line) => {
    try {
      stream.write(`${line}\n`);
    } catch {
      // Written synchronously to a file, it fails here.
    }
  };
}
