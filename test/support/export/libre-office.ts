/** LibreOffice as an independent reader of workbooks: each sheet back as CSV. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';

/**
 * Comma, quotation marks around every text and nothing else, all digits of numbers, UTF-8, every
 * sheet into a file of its own (LibreOffice, "Filter Options for the CSV Filter").
 */
const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1';

/** A text, or what is no text: a number, yes/no, a date, nothing. */
export type ReadCell = string | { bare: string };

/**
 * Rows of each sheet of each workbook, in their order; null where there is no LibreOffice. It
 * starts once: that takes longer than all else. Names of workbooks must differ.
 */
export function readWorkbooks(paths: readonly string[]): ReadCell[][][][] | null {
  const folder = mkdtempSync(join(tmpdir(), 'sde-libre-office-'));
  try {
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const options = [profile, '--headless', '--convert-to', filter, '--outdir', folder];
    const done = spawnSync('soffice', [...options, ...paths], { encoding: 'utf8' });
    if (done.error !== undefined) return null;
    return paths.map((path) => {
      const sheets = sheetsOf(basename(path, '.xlsx'), folder);
      if (sheets.length === 0) throw new Error(`No sheet came out: ${done.stdout} ${done.stderr}`);
      return sheets;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sheetsOf(stem: string, folder: string): ReadCell[][][] {
  const number = (name: string): number => Number(/Rows (\d+)\.csv$/.exec(name)?.[1] ?? 1);
  const cast = (value: string, { quoting }: { quoting: boolean }): ReadCell =>
    quoting ? value : { bare: value };
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${stem}-Rows`) && name.endsWith('.csv'))
    .toSorted((a, b) => number(a) - number(b))
    .map((name) => parse(readFileSync(join(folder, name)), { relax_column_count: true, cast }));
}
