/** LibreOffice as an independent reader of workbooks: each sheet back as CSV. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';

export function hasLibreOffice(): boolean {
  return spawnSync('soffice', ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Comma, quotation marks around every text, UTF-8, every sheet into a file of its own (LibreOffice,
 * "Filter Options for the CSV Filter"). As shown, only texts are quoted, which tells them from
 * numbers; as stored, numbers have all their digits.
 */
const filter = (asShown: boolean): string =>
  `csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,${asShown},false,false,-1`;

/** A text, or what is no text: a number, yes/no, a date, nothing. */
export type ReadCell = string | { bare: string };

/** Rows of each sheet, in the sheets' order. */
export function readWorkbook(path: string): ReadCell[][][] {
  const shown = convert(path, true);
  const stored = convert(path, false);
  return shown.map((sheet, number) =>
    sheet.map((row, line) =>
      row.map(({ quoting }, at) => {
        const value = stored[number]?.[line]?.[at]?.value ?? '';
        return quoting ? value : { bare: value };
      }),
    ),
  );
}

interface Converted {
  value: string;
  quoting: boolean;
}

function convert(path: string, asShown: boolean): Converted[][][] {
  const folder = mkdtempSync(join(tmpdir(), 'sde-libre-office-'));
  try {
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const done = spawnSync(
      'soffice',
      [profile, '--headless', '--convert-to', filter(asShown), '--outdir', folder, path],
      { encoding: 'utf8' },
    );
    const stem = basename(path, '.xlsx');
    const number = (name: string): number => Number(/Rows (\d+)\.csv$/.exec(name)?.[1] ?? 1);
    const files = readdirSync(folder)
      .filter((name) => name.startsWith(`${stem}-Rows`) && name.endsWith('.csv'))
      .toSorted((a, b) => number(a) - number(b));
    if (files.length === 0) throw new Error(`No sheet came out: ${done.stdout} ${done.stderr}`);
    return files.map(
      (name) =>
        parse(readFileSync(join(folder, name)), {
          relax_column_count: true,
          cast: (value, { quoting }) => ({ value, quoting }),
        }) as unknown as Converted[][],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
