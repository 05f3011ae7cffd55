/**
 * Recognises what this computer wrote itself in folders that others can write to. Nothing that a folder
 * from elsewhere says of itself proves that; a mark made with a secret of this computer does.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileLimits, readRegularFile } from './file-port.ts';
import { systemCode } from './store-error.ts';

/** Of the secret, in the data folder that the program starts with. It is in no copy of a project. */
export const marksName = 'this-computer.secret';

export type ComputerMarks = ReturnType<typeof createComputerMarks>;

/** @param home the data folder that the program starts with. It may not exist before a mark is needed. */
export function createComputerMarks(home: string) {
  let key: Buffer | null = null;
  return {
    /**
     * Returns the mark of something in a folder; null while this computer has no secret, because its data
     * folder can't be written. The mark is another one in another folder, such as a copy of this one.
     */
    of(folder: string, what: string): string | null {
      try {
        key ??= readKey(join(home, marksName));
      } catch {
        return null;
      }
      return createHmac('sha256', key)
        .update(JSON.stringify([folder, what]))
        .digest('base64url');
    },
  };
}

/**
 * Returns the key of the marks: of the secret, and of the file that holds it on this disk. So a folder
 * from elsewhere that has such a file and is used as the first one has no valid marks either.
 */
function readKey(path: string): Buffer {
  let secret: Buffer;
  try {
    secret = readRegularFile(path, fileLimits.small);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    secret = create(path);
  }
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return createHmac('sha256', secret).update(`${ino} ${birthtimeNs}`).digest();
}

function create(path: string): Buffer {
  const secret = Buffer.from(randomBytes(32).toString('base64url'));
  writeFileSync(path, secret, { flag: 'wx', mode: 0o600, flush: true });
  return secret;
}
