/**
 * Files that stay open as long as there are few of them. A program may have some hundred files open,
 * and a session may open more runs than that: beyond a number, those used longest ago let go of
 * their descriptor, and take another one when they are used again.
 */
import * as fs from 'node:fs';
import { promisify } from 'node:util';
import type { OpenFile, OpenMode } from './file-port.ts';
import { openRegular } from './regular-file.ts';

/** A run at work has two; systems allow 256 and more. */
const mostOpen = 64;

const [read, write, fdatasync, fsync, ftruncate] = [
  promisify(fs.read),
  promisify(fs.write),
  promisify(fs.fdatasync),
  promisify(fs.fsync),
  promisify(fs.ftruncate),
];

const flags: Record<OpenMode, number> = {
  create: fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_EXCL,
  update: fs.constants.O_RDWR,
  read: fs.constants.O_RDONLY,
};

/** Those with a descriptor; what was used longest ago comes first. */
const open = new Set<PooledFile>();

export function openPooled(path: string, mode: OpenMode, permissions: number): OpenFile {
  const file = new PooledFile(path, flags[mode === 'create' ? 'update' : mode]);
  file.start(openRegular(path, flags[mode], permissions));
  // An object of its own, which may be copied with one of its functions replaced.
  return {
    read: (...how) => file.read(...how),
    readSync: (...how) => file.readSync(...how),
    write: (...how) => file.write(...how),
    datasync: () => file.datasync(),
    sync: () => file.sync(),
    truncate: (length) => file.truncate(length),
    size: () => file.size(),
    close: () => file.close(),
  };
}

class PooledFile implements OpenFile {
  readonly #path: string;
  readonly #flags: number;
  #descriptor: number | null = null;
  #users = 0;
  /**
   * Written to, and not synced: of what failed meanwhile, the system may tell this descriptor alone.
   */
  #isUnsynced = false;
  #closed = false;

  constructor(path: string, again: number) {
    this.#path = path;
    this.#flags = again;
  }

  start(descriptor: number): void {
    this.#descriptor = descriptor;
    open.add(this);
    letOthersGo();
  }

  read(target: Uint8Array, position: number): Promise<number> {
    return this.#use(async (file) => {
      return (await read(file, target, 0, target.length, position)).bytesRead;
    });
  }

  readSync(target: Uint8Array, position: number): number {
    return fs.readSync(this.#take(), target, 0, target.length, position);
  }

  write(bytes: Uint8Array, position: number): Promise<number> {
    this.#isUnsynced = true;
    return this.#use(async (file) => {
      return (await write(file, bytes, 0, bytes.length, position)).bytesWritten;
    });
  }

  async datasync(): Promise<void> {
    await this.#use(fdatasync);
    this.#isUnsynced = false;
  }

  async sync(): Promise<void> {
    await this.#use(fsync);
    this.#isUnsynced = false;
  }

  truncate(length: number): Promise<void> {
    return this.#use((file) => ftruncate(file, length));
  }

  async size(): Promise<number> {
    return fs.fstatSync(this.#take()).size;
  }

  // oxlint-disable-next-line typescript/require-await -- closing is quick, and errors are rejections
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#users === 0) this.#drop();
  }

  /** Unless it is in use. */
  letGo(): void {
    if (this.#users === 0 && !this.#isUnsynced) this.#drop();
  }

  #take(): number {
    if (this.#closed) throw new Error('The file was closed');
    const descriptor = this.#descriptor ?? openRegular(this.#path, this.#flags);
    open.delete(this);
    this.start(descriptor);
    return descriptor;
  }

  async #use<T>(work: (descriptor: number) => Promise<T>): Promise<T> {
    this.#users += 1;
    try {
      return await work(this.#take());
    } finally {
      this.#users -= 1;
      if (this.#closed && this.#users === 0) this.#drop();
    }
  }

  #drop(): void {
    open.delete(this);
    if (this.#descriptor !== null) fs.closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

function letOthersGo(): void {
  if (open.size <= mostOpen) return;
  for (const file of [...open].slice(0, -1)) {
    file.letGo();
    if (open.size <= mostOpen) return;
  }
}
