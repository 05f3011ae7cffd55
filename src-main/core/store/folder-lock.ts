/**
 * One process at a time, by a socket: the system takes it back when the process dies, whatever
 * way (kill -9), so no lock is ever left behind for the person to remove.
 */
import { createHash, randomBytes } from 'node:crypto';
import { statSync, unlinkSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { StoreError, systemCode } from './store-error.ts';

export interface FolderLock {
  release(): Promise<void>;
}

/** Told to whoever asks for the folder meanwhile. */
const answerSchema = z.object({ token: z.string(), pid: z.number() });
type Answer = z.infer<typeof answerSchema>;

/** A holder that was stopped (Ctrl+Z) accepts connections and never answers. */
const answerWithinMs = 2000;
const attempts = 10;

/**
 * Where the lock of a folder is: named after its real path, because the path of a socket may not
 * be longer than about a hundred bytes.
 */
export function lockPath(realFolder: string): string {
  const name = `social-data-explorer-${createHash('sha256').update(realFolder).digest('hex').slice(0, 24)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/**
 * Takes the lock at `path`, removing what a dead process left.
 * @throws StoreError `in_use` with what the holder says; `storage_failed`.
 */
export async function takeLock(path: string): Promise<FolderLock> {
  const own: Answer = { token: randomBytes(16).toString('hex'), pid: process.pid };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const server = await listen(path, () => JSON.stringify(own));
    if (server !== undefined) {
      await keepPrivate(path);
      // Whoever removed our socket in the belief that it was a dead one answers in our place.
      const answer = await ask(path);
      if (answer !== 'dead' && answer?.token === own.token) return lockOf(server);
      await closeServer(server);
      continue;
    }
    const seen = identityOf(path);
    const answer = await ask(path);
    if (answer !== 'dead') throw inUse(answer);
    removeDead(path, seen);
  }
  throw new StoreError('storage_failed', 'The data folder could not be reserved for this program.');
}

function lockOf(server: Server): FolderLock {
  // The lock must not keep a process alive that has nothing else to do.
  server.unref();
  return { release: () => closeServer(server) };
}

/** Undefined when the address is taken. */
function listen(path: string, answer: () => string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      // Destroyed once told: a caller that lingers must not keep the lock from being released.
      socket.end(answer(), () => socket.destroy());
    });
    server.once('error', (error) => {
      if (systemCode(error) === 'EADDRINUSE') resolve(undefined);
      else reject(cannotReserve(error));
    });
    server.listen(path, () => {
      // A caller that could not be accepted is no reason to fall over.
      server.on('error', () => undefined);
      resolve(server);
    });
  });
}

/** What the holder says; undefined when it says nothing sensible; `dead` when there is none. */
function ask(path: string): Promise<Answer | undefined | 'dead'> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(path);
    socket.setEncoding('utf8');
    socket.setTimeout(answerWithinMs, () => socket.destroy());
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > 10_000) socket.destroy();
    });
    socket.on('error', (error) => {
      const code = systemCode(error);
      resolve(code === 'ECONNREFUSED' || code === 'ENOENT' ? 'dead' : undefined);
    });
    socket.on('close', () => resolve(parseAnswer(text)));
  });
}

function parseAnswer(text: string): Answer | undefined {
  try {
    return answerSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Tells one socket from another of the same name. A pipe of Windows dies with its process. */
function identityOf(path: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}:${stats.ctimeNs}`;
}

/**
 * Two processes may find the same dead socket. Only the very one that was found dead is removed,
 * and without a pause between looking and removing, so that the faster process's new socket stays.
 */
function removeDead(path: string, seen: string | undefined): void {
  if (seen === undefined) return;
  try {
    if (identityOf(path) === seen) unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw cannotReserve(error);
  }
}

async function keepPrivate(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await chmod(path, 0o600).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw cannotReserve(error);
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function inUse(answer: Answer | undefined): StoreError {
  const who = answer === undefined ? '' : ` (process ${answer.pid})`;
  return new StoreError(
    'in_use',
    `Social Data Explorer is running with this data folder already${who}.`,
  );
}

function cannotReserve(cause: unknown): StoreError {
  return new StoreError(
    'storage_failed',
    'The data folder could not be reserved for this program.',
    { cause },
  );
}
