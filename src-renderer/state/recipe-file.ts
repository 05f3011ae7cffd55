/**
 * The text of a file that holds a recipe. Of archives and workbooks only the part that says how the
 * data was made is unpacked, however large the rest is.
 */
import { maxSheetLength } from '#shared/contract/export/methods-sheet.ts';
import { contentOf, entriesOf, type Entry } from './chosen-file.ts';

/** Cut, so that a file that is too long is refused as none that can be read. */
export async function recipeText(file: Blob): Promise<string> {
  const packed = await partOf(file).catch(() => null);
  return packed ?? firstText(file);
}

const firstText = async (file: Blob): Promise<string> =>
  (await file.slice(0, maxSheetLength * 4).text()).slice(0, maxSheetLength);

/** A methods sheet in an archive, of a dataset the first, before a workbook's own part; null: none. */
async function partOf(file: Blob): Promise<string | null> {
  const entries = await entriesOf(file);
  const found = [/\.methods\.json$/, /\/methods\/[^/]+\.json$/, /^customXml\/item\d+\.xml$/].map(
    (wanted) => entries.filter(({ name }) => wanted.test(name)),
  );
  for (const entry of found.flat()) {
    const text = await textOf(file, entry);
    if (text.includes('social-data-explorer')) return text;
  }
  return null;
}

async function textOf(file: Blob, entry: Entry): Promise<string> {
  const reader = (await contentOf(file, entry)).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.length < maxSheetLength) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader.cancel();
  return text.slice(0, maxSheetLength);
}
