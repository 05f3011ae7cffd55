/**
 * What the main thread of this process had of a processor. On a busy computer the clock also counts
 * what others did meanwhile; Linux tells the two apart.
 */
import { openSync, readSync } from 'node:fs';

export interface ProcessorTime {
  /** Milliseconds since the start of the process in which it ran. */
  ran: number;
  /** Milliseconds in which it could have run, and others did. */
  waited: number;
}

const line = Buffer.alloc(128);

function open(): number | null {
  try {
    return openSync('/proc/self/schedstat', 'r');
  } catch {
    return null;
  }
}

const file = open();

/** Elsewhere than on Linux the whole process counts as the thread, and waiting is not known. */
export function mainThread(): ProcessorTime {
  if (file === null) {
    const { user, system } = process.cpuUsage();
    return { ran: (user + system) / 1000, waited: 0 };
  }
  const length = readSync(file, line, 0, line.length, 0);
  const [ran = 0, waited = 0] = line.toString('latin1', 0, length).split(' ').map(Number);
  return { ran: ran / 1e6, waited: waited / 1e6 };
}

export function since(before: ProcessorTime): ProcessorTime {
  const now = mainThread();
  return { ran: now.ran - before.ran, waited: now.waited - before.waited };
}
