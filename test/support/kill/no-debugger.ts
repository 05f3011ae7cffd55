/** A process as each of the program’s begins: says what SIGUSR1 does to it. */
import '#main/core/no-debugger.ts';
import { url } from 'node:inspector';

const tell = (what: unknown): void => console.log(JSON.stringify(what));

// A listener of its own would take the signal from Node too: the program’s must be there before.
tell(process.listenerCount('SIGUSR1'));
process.on('SIGUSR1', () => {
  tell(url() ?? null);
  process.exit();
});
setInterval(() => undefined, 60_000);
tell('ready');
