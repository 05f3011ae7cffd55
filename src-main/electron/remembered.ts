/** What this computer's window remembers across starts: where it was, and where files went. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { themeSchema } from '#shared/contract/snapshot.ts';
import { readRegularFile } from '../core/store/file-port.ts';

const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
});

const memorySchema = z.object({
  /** Of the window while it is neither maximised nor full screen; null before the first time. */
  bounds: boundsSchema.nullable().catch(null),
  maximized: z.boolean().catch(false),
  /** Where files were saved, the latest first. */
  folders: z.array(z.string()).catch([]),
  /** As the preferences had it last: the window opens before they are read. */
  theme: themeSchema.catch('system'),
});
export type Memory = z.infer<typeof memorySchema>;

const nothing: Memory = { bounds: null, maximized: false, folders: [], theme: 'system' };

export interface Remembered {
  get(): Memory;
  change(change: Partial<Memory>): void;
}

/**
 * Reads `file`; what is missing or damaged is as on the first start. Synchronous, because the
 * window's place must be known before it opens and kept while it closes.
 */
export function openRemembered(file: string, report: (error: unknown) => void): Remembered {
  let memory = read(file);
  return {
    get: () => memory,
    change(change) {
      const next = { ...memory, ...change };
      if (JSON.stringify(next) === JSON.stringify(memory)) return;
      memory = next;
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        writeFileSync(`${file}.part`, JSON.stringify(memory), { mode: 0o600 });
        renameSync(`${file}.part`, file);
      } catch (error) {
        // A place that is forgotten is no reason to stop.
        report(error);
      }
    },
  };
}

function read(file: string): Memory {
  let content: unknown = {};
  try {
    content = JSON.parse(readRegularFile(file).toString('utf8'));
  } catch {
    // The first start, or damaged.
  }
  return memorySchema.catch(nothing).parse(content);
}
