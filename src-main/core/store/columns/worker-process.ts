/**
 * The worker as a process of its own. A database that fails natively ends this process and not the
 * program, it can be ended in the middle of its work, and its memory isn't the program's.
 */
import { fork } from 'node:child_process';
import type { Reply, ToWorker } from './protocol.ts';

/** Electron's `UtilityProcess` is one. */
export interface WorkerProcess {
  postMessage: (message: ToWorker) => void;
  on(event: 'message', listener: (reply: Reply) => void): unknown;
  /** Once it ended, or couldn't be started. */
  on(event: 'exit', listener: () => void): unknown;
  kill(): unknown;
}

/** Starts a worker as a process of Node, which ends with this one however that ends. */
export function forkWorker(path: URL): WorkerProcess {
  const child = fork(path, [], {
    serialization: 'advanced',
    // Neither a key nor a debugger's port.
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const kill = child.kill.bind(child, 'SIGKILL');
  child.on('error', () => child.emit('exit'));
  return Object.assign(child, {
    // What can't be sent has no reader any more: `exit` follows.
    postMessage: (message: ToWorker) => void child.send(message, () => undefined),
    kill,
  });
}
