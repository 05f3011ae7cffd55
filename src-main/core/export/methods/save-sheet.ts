/** The methods sheet's two files, beside the file they tell of. */
import { basename, dirname, join } from 'node:path';
import type { WrittenFile } from '#shared/export/export.ts';
import type { MethodsSheet } from '#shared/export/methods-sheet.ts';
import { deliver } from '../deliver.ts';
import type { DeliverOptions } from '../deliver.ts';
import { asMarkdown } from './as-markdown.ts';

/** Most file systems allow names of 255 bytes. */
const maxNameBytes = 255;

export interface SavedSheet {
  files: WrittenFile[];
  paths: string[];
}

/** @throws StoreError; those that were written by then stay. */
export async function saveSheet(
  sheet: MethodsSheet,
  filePath: string,
  options: Pick<DeliverOptions, 'onPart'>,
): Promise<SavedSheet> {
  const contents = [
    ['.methods.md', asMarkdown(sheet)],
    ['.methods.json', `${JSON.stringify(sheet, null, 2)}\n`],
  ] as const;
  const saved: SavedSheet = { files: [], paths: [] };
  for (const [ending, content] of contents) {
    const path = join(dirname(filePath), sheetName(basename(filePath), ending));
    saved.files.push(await deliver(path, [Buffer.from(content)], options));
    saved.paths.push(path);
  }
  return saved;
}

/** The whole name of the file, so that `posts.csv` and `posts.xlsx` each keep theirs; cut if need be. */
export function sheetName(fileName: string, ending: string): string {
  const room = maxNameBytes - Buffer.byteLength(ending);
  if (Buffer.byteLength(fileName) <= room) return fileName + ending;
  // A cut in the middle of a character leaves U+FFFD.
  const cut = Buffer.from(fileName)
    .subarray(0, room)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return cut + ending;
}
