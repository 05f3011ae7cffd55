/** A lock that is a socket in a folder: it answers as long as its process lives. */
import { randomBytes } from 'node:crypto';
import { lstatSync, unlinkSync } from 'node:fs';
import { chmod, open } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
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

/** A socket's path may have 104 bytes on some systems, 108 on others. */
const longestPath = 100;

/**
 * Takes the lock `name` in `folder`, removing what a dead process left.
 * @throws StoreError `in_use`, `storage_failed`; the system's error where no socket can be made.
 */
export async function takeSocket(folder: string, name: string): Promise<FolderLock> {
  const near = join(folder, name);
  if (Buffer.byteLength(near) <= longestPath) return take(near);
  // However long its path is, the system has a short one for a folder that is open.
  const handle = await open(folder, 'r');
  try {
    const lock = await take(`/proc/self/fd/${handle.fd}/${name}`);
    return { release: () => lock.release().finally(() => handle.close()) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function take(path: string): Promise<FolderLock> {
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
    if (answer !== 'dead') throw inUse(answer?.pid);
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
      else reject(error);
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

/** Tells one socket from another of the same name; undefined when what is there is none. */
function identityOf(path: string): string | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats?.isSocket() === true ? `${stats.dev}:${stats.ino}:${stats.ctimeNs}` : undefined;
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
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

async function keepPrivate(path: string): Promise<void> {
  await chmod(path, 0o600).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/** `holder`: the number of its process, where it is known. */
export function inUse(holder: number | undefined): StoreError {
  const who = holder === undefined ? '' : ` (process ${holder})`;
  return new StoreError(
    'in_use',
    `Social Data Explorer is running with this data folder already${who}.`,
  );
}
