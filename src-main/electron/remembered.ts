/** What this computer's window remembers across starts: its position, and where files were saved. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { themeSchema } from '#shared/contract/snapshot.ts';
import { makeFolders } from '../core/store/data-folder.ts';
import { fileLimits, readRegularFile } from '../core/store/file-port.ts';

const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
});

const memorySchema = z.object({
  /** Bounds of the window while neither maximised nor full screen; null before the first start. */
  bounds: boundsSchema.nullable().catch(null),
  maximized: z.boolean().catch(false),
  /** Folders that files were saved to, latest first. */
  folders: z.array(z.string()).catch([]),
  /** The last known preference: the window opens before the preferences are read. */
  theme: themeSchema.catch('system'),
  /** In the tray, once the window is closed. */
  keepsRunning: z.boolean().catch(false),
});
export type Memory = z.infer<typeof memorySchema>;

const nothing: Memory = memorySchema.parse({});

export interface Remembered {
  get(): Memory;
  change(change: Partial<Memory>): void;
}

/**
 * Reads `file`; missing or damaged values are as on the first start. Synchronous, because the window's
 * position must be known before it opens and saved while it closes.
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
        makeFolders(dirname(file));
        // Not written into what has that name: it may be a link.
        rmSync(`${file}.part`, { force: true });
        writeFileSync(`${file}.part`, JSON.stringify(memory), { mode: 0o600, flag: 'wx' });
        renameSync(`${file}.part`, file);
      } catch (error) {
        // Losing the position is no reason to stop.
        report(error);
      }
    },
  };
}

function read(file: string): Memory {
  let content: unknown = {};
  try {
    content = JSON.parse(readRegularFile(file, fileLimits.small).toString('utf8'));
  } catch {
    // First start, or a damaged file.
  }
  return memorySchema.catch(nothing).parse(content);
}
