/** The one way to save a file or folder where the person chooses. */
import { randomUUID } from 'node:crypto';
import type { Saved, SavedFile } from '#shared/contract/saved.ts';
import type { CorePorts } from './core.ts';
import type { HandlersOf } from './dispatch.ts';
import { openTempFolder } from './export/temp-folder.ts';
import { refuseDataFolders } from './project/folders.ts';
import { atomicWrite } from './store/atomic-write.ts';
import type { FileContent } from './store/atomic-write.ts';
import type { Access } from './store/file-port.ts';

type ChooseTarget = CorePorts['chooseSaveTarget'];

/**
 * Asks where to save, and writes. `content` must open its sources only
 * when it is iterated: the person may cancel, or take an hour.
 *
 * @throws ProblemError when the target is in a data folder; StoreError when the disk refuses. No partial
 *   file is left.
 */
export type SaveAs = (file: FileToSave) => Promise<Saved>;

/** A file before anybody was asked where to save it. */
export interface FileToSave {
  /** The suggestion. */
  name: string;
  content: FileContent;
  access?: Access;
}

/** What makes each file that `file.save` saves. */
export type FileMakers = {
  [K in SavedFile['of']]: (file: Extract<SavedFile, { of: K }>) => Promise<FileToSave>;
};

interface SavingDeps extends Pick<CorePorts, 'chooseSaveTarget' | 'report'> {
  dataFolder: string;
}

/**
 * Asks the host where to save. A link that the person chose is resolved now: what is written later follows
 * none.
 * @throws ProblemError when the target is in a data folder.
 */
export const checkedTarget =
  (choose: ChooseTarget): ChooseTarget =>
  async (name, kind) => {
    const target = await choose(name, kind);
    // A host that hands files over chooses their folder itself, in the data folder’s `tmp/`.
    if (target === null || target.isArchive === true) return target;
    return { ...target, path: await refuseDataFolders(target.path) };
  };

/** @param chooseSaveTarget gives only checked targets. */
export const createSaveAs =
  ({ chooseSaveTarget, dataFolder, report }: SavingDeps): SaveAs =>
  async ({ name, content, access = 'default' }) => {
    const target = await chooseSaveTarget(name);
    if (target === null) return { kind: 'cancelled' };
    const temp = openTempFolder(dataFolder, randomUUID());
    try {
      const onPart = (part: string): Promise<void> => temp.note(part);
      const bytes = await atomicWrite(target.path, content, { access, onPart });
      return { kind: 'saved', bytes, ...(await target.finish([target.path])) };
    } finally {
      await temp.remove().catch(report);
    }
  };

/** Saves one of the files that have a maker. */
export const createFileSaver =
  (makers: FileMakers, saveAs: SaveAs): HandlersOf<'file.save'>['file.save'] =>
  async ({ file }) => {
    // The compiler can't pair a member of a union with that of a map.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const make = makers[file.of] as (one: typeof file) => Promise<FileToSave>;
    return saveAs(await make(file));
  };
