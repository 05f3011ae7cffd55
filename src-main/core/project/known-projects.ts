/**
 * The projects this computer knows: `projects.json` of the folder that the program starts with. It
 * belongs to the computer, so a copied project carries no one's list with it, and says there which
 * service the person agreed to for which folder.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { isoTime } from '../clock.ts';
import { openJsonFile } from '../store/json-file.ts';

const entrySchema = z.object({
  path: z.string(),
  title: z.string(),
  openedAt: z.string().nullable(),
  /** The service it asks, as the person chose or agreed to; null: none. */
  address: z.string().nullable(),
});
export type KnownFolder = z.infer<typeof entrySchema>;

const contentSchema = z.object({
  /** The one that was open last. */
  last: z.string().nullable().catch(null),
  known: z
    .array(entrySchema.nullable().catch(null))
    .catch([])
    .transform((entries) => entries.filter((entry) => entry !== null)),
  /** A copy that was not finished. */
  part: z.string().nullable().catch(null),
});
type Content = z.infer<typeof contentSchema>;

/** So many are remembered. */
const most = 50;

export interface KnownProjects {
  /** The one opened last first. */
  list(): readonly KnownFolder[];
  find(path: string): KnownFolder | undefined;
  last(): string | null;
  part(): string | null;
  /** Notes that a folder is open now, as the latest. */
  noteOpened(folder: Omit<KnownFolder, 'openedAt'>): Promise<void>;
  /** Notes a folder that was made here and is not open. */
  noteMade(folder: Omit<KnownFolder, 'openedAt'>): Promise<void>;
  forget(path: string): Promise<void>;
  notePart(part: string | null): Promise<void>;
}

export function openKnownProjects(home: string): KnownProjects {
  const file = openJsonFile(join(home, 'projects.json'));
  let content: Content = contentSchema
    .catch({ last: null, known: [], part: null })
    .parse(file.content ?? {});

  async function change(changed: Partial<Content>): Promise<void> {
    content = { ...content, ...changed };
    await file.write(content);
  }
  const others = (path: string): KnownFolder[] => content.known.filter((one) => one.path !== path);
  return {
    list: () => content.known,
    find: (path) => content.known.find((one) => one.path === path),
    last: () => content.last,
    part: () => content.part,
    noteOpened: (folder) =>
      change({
        last: folder.path,
        known: [{ ...folder, openedAt: isoTime() }, ...others(folder.path)].slice(0, most),
      }),
    noteMade: (folder) =>
      change({ known: [...others(folder.path), { ...folder, openedAt: null }].slice(-most) }),
    forget: (path) => change({ known: others(path) }),
    notePart: (part) => change({ part }),
  };
}
