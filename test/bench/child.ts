/** Parts of a bench that run in a process of their own, and speak by messages. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Child {
  /** The next message; rejects when the process ends before. */
  heard: () => Promise<unknown>;
  say: (message: object) => void;
  /** Lets it end, and waits. */
  end: () => Promise<void>;
}

/** `flags`: Node's own. */
export function startChild(file: URL, flags: readonly string[] = []): Child {
  const child: ChildProcess = fork(fileURLToPath(file), { execArgv: [...flags] });
  const ended = once(child, 'exit');
  return {
    async heard() {
      const message = once(child, 'message').then(([said]: unknown[]) => said);
      const early = ended.then(() => {
        throw new Error(`${file.pathname} ended before it said anything`);
      });
      return Promise.race([message, early]);
    },
    say: (message) => void child.send(message),
    async end() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** Gives a process its task, waits for its report and for its end. */
export async function doTask<T>(
  file: URL,
  task: object,
  flags: readonly string[] = [],
): Promise<T> {
  const child = startChild(file, flags);
  child.say(task);
  const told = await child.heard();
  await child.end();
  return told as T;
}

/** In such a process: the task it was given. */
export async function takeTask<T>(): Promise<T> {
  const [task]: unknown[] = await once(process, 'message');
  return task as T;
}

/** In such a process: its report, after which it ends. */
export function report(told: object): void {
  process.send?.(told, undefined, undefined, () => process.disconnect());
}
