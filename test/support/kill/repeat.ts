/**
 * A program whose repeat runs until it is killed: `repeat <RepeatOptions as JSON>`. Begins it by hand the first
 * time; later it continues by itself. Prints the repeat, each time the window is told of it.
 */
import type { AskedRepeat, RepeatTime, ShownRepeat } from '#shared/contract/repeat.ts';
import { openPlainCore } from '../plain-core.ts';
import { given, tell } from './program.ts';
import type { ProgramOptions } from './program.ts';

const options = given<RepeatOptions>();
const { dataDir, columnsWorker, serviceAddress, accessKey, repeat } = options;

const core = await openPlainCore(dataDir, {
  columnsWorker: new URL(columnsWorker),
  start: { sample: false, serviceAddress, accessKey },
  retryDelaysMs: [1, 1],
});
const tellOf = ({ calls, times }: ShownRepeat): void =>
  tell({ calls, outcomes: times.map(({ outcome }) => outcome) } satisfies ToldRepeat);
core.subscribe((event) => {
  if (event.kind === 'repeat.changed') tellOf(event.repeat);
});
if (repeat !== null) {
  await core.call('repeat.save', repeat);
  await core.call('repeat.run', { id: repeat.id });
}
setInterval(() => undefined, 60_000);
// It may have ended before. What has just begun is told once it is on disk; the list may have it sooner.
if (repeat === null) (await core.call('repeat.list', {})).repeats.forEach(tellOf);

export interface RepeatOptions extends ProgramOptions {
  /** Null: it was saved before. */
  repeat: AskedRepeat | null;
}

/** What the window knows of it from now on. */
export interface ToldRepeat {
  calls: number;
  outcomes: RepeatTime['outcome'][];
}
