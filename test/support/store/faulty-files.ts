/** The real file operations, each of which can be told to fail. */
import type { FilePort, OpenFile } from '#main/core/store/file-port.ts';
import { nodeFiles } from '#main/core/store/file-port.ts';

export type Operation =
  | 'open'
  | 'read'
  | 'write'
  | 'datasync'
  | 'sync'
  | 'truncate'
  | 'syncFolder'
  | 'freeBytes';

export interface FaultyFiles {
  files: FilePort;
  /** Every operation so far: on which path, by which descriptor, and how many bytes it may read. */
  calls: { operation: Operation; path: string; descriptor: number; read: number }[];
  /** From now on these operations on paths that end so fail; null ends it. */
  fail: (fault: Fault | null) => void;
}

interface Fault {
  operations: readonly Operation[];
  path: string;
  /** The system's name of the error. */
  code: string;
  /** How many bytes a failing write still takes. */
  takes?: number;
}

export function faultyFiles(free = Number.MAX_SAFE_INTEGER): FaultyFiles {
  const calls: FaultyFiles['calls'] = [];
  let fault: Fault | null = null;
  let descriptors = 0;

  function note(operation: Operation, path: string, descriptor: number, read = 0): void {
    calls.push({ operation, path, descriptor, read });
    if (isHit(operation, path)) throw systemError(fault?.code ?? '');
  }

  const isHit = (operation: Operation, path: string): boolean =>
    fault !== null && fault.operations.includes(operation) && path.endsWith(fault.path);

  function wrap(file: OpenFile, path: string, descriptor: number): OpenFile {
    const told = (operation: Operation): void => note(operation, path, descriptor);
    return {
      ...file,
      async read(target, position) {
        note('read', path, descriptor, target.length);
        return file.read(target, position);
      },
      async datasync() {
        told('datasync');
        await file.datasync();
      },
      async sync() {
        told('sync');
        await file.sync();
      },
      async truncate(length) {
        told('truncate');
        await file.truncate(length);
      },
      async write(bytes, position) {
        if (isHit('write', path) && fault?.takes !== undefined) {
          await file.write(bytes.subarray(0, fault.takes), position);
        }
        told('write');
        return file.write(bytes, position);
      },
    };
  }

  return {
    calls,
    fail(next) {
      fault = next;
    },
    files: {
      async open(path, mode, access) {
        descriptors++;
        note('open', path, descriptors);
        return wrap(await nodeFiles.open(path, mode, access), path, descriptors);
      },
      async syncFolder(path) {
        note('syncFolder', path, 0);
        await nodeFiles.syncFolder(path);
      },
      async freeBytes(path) {
        note('freeBytes', path, 0);
        return free;
      },
    },
  };
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: refused by the test, '/home/someone/secret'`), { code });
}
