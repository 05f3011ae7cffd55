/** The flags of the command. None of them takes a key: other accounts can read command lines. */
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { memberOf } from '#shared/catalogue/types.ts';
import { formats } from '../core/export/formats/index.ts';
import {
  type ListEncoding,
  listEncodingSchema,
  type ListPart,
  listPartSchema,
  listSeparatorSchema,
  maxCommandCalls,
  maxPagesPerInput,
} from '#shared/contract/list.ts';
import type { Chain } from '#shared/contract/recipe.ts';
import { grouping } from '#shared/counts.ts';
import {
  keyVariable,
  type ProgramOptions,
  readStartOptions,
  startedIn,
} from '../launch/start-options.ts';

const formatNames = formats.map(({ kind }) => kind).join(', ');

/** @param call how the command is called on this installation. */
export const usageOf = (
  call: string,
) => `Usage: ${call} RECIPE.json --label NAME --max-calls N --out DIR [options]

  --label NAME        names this run: the same command with the same label continues it
  --max-calls N       never sends more calls than this, whatever happens
  --out DIR           where the files go; for a dataset, its folder
  --inputs FILE       asks for each line of a CSV or text file (-: of the standard input)
  --inputs-encoding E how that file is encoded, such as windows-1251 (default: detected)
  --inputs-separator S what separates its cells: a character, tab or none (default: detected)
  --column NAME       the column of that file (where it has several)
  --for PARAMETER     what the column fills in (where the question has several choices)
  --set PARAM=VALUE   changes a value of the recipe; may be repeated. 2.PARAM=VALUE for step 2
  --pages N           at most N pages for each input (default: as many as the recipe's run, list
                      or steps; 1 if --inputs are given to a recipe that had no list)
  --part I/N          asks only for every N-th input, starting with the I-th
  --format NAME       ${formatNames}
  --media DIR         also saves the pictures and videos that rows link to, in a folder for each run
  --archive           all steps of a recipe in one archive, with one methods sheet and the recipe
  --pseudonyms WHAT   in that archive, replaces people, or people+ids: IDs of posts and the like, too
  --dry-run           shows the first requests and the number of calls; sends nothing
  --data-dir DIR      the data folder
  --service URL       the service's address (or SOCIAL_DATA_API_URL)
  --sample            uses the sample service

The key is read from ${keyVariable} or this computer's keychain.`;

export interface CollectOptions {
  /** Absolute paths; of the recipe or the inputs also `standardInput`. */
  recipe: string;
  inputs: string | null;
  /** How the file with the inputs is read; null: detected. */
  encoding: ListEncoding | null;
  separator: string | null;
  out: string;
  label: string;
  maxCalls: number;
  /** Values by a parameter's key. */
  set: Readonly<Record<string, string>>;
  /** Columns by name, and the keys of the parameters they fill, in the same order. */
  columns: readonly string[];
  keys: readonly string[];
  pages: number | null;
  part: ListPart | null;
  /** The name of a format. */
  format: string | null;
  /** Where the pictures and videos of rows go; null: they aren't saved. */
  media: string | null;
  /** All steps as one archive, with these replaced; null: a file for each step. */
  archive: Chain['pseudonyms'] | null;
  dryRun: boolean;
  /** Options that every host has: the service, its key, the data folder. */
  program: Pick<ProgramOptions, 'start' | 'dataDir'>;
}

export type ReadCollectOptions =
  | { kind: 'options'; options: CollectOptions }
  | { kind: 'help' }
  /** One sentence. */
  | { kind: 'wrong'; why: string };

const flags = {
  inputs: { type: 'string' },
  'inputs-encoding': { type: 'string' },
  'inputs-separator': { type: 'string' },
  label: { type: 'string' },
  'max-calls': { type: 'string' },
  out: { type: 'string' },
  set: { type: 'string', multiple: true },
  column: { type: 'string', multiple: true },
  for: { type: 'string', multiple: true },
  pages: { type: 'string' },
  part: { type: 'string' },
  format: { type: 'string' },
  media: { type: 'string' },
  archive: { type: 'boolean' },
  pseudonyms: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'data-dir': { type: 'string' },
  service: { type: 'string' },
  sample: { type: 'boolean' },
  help: { type: 'boolean' },
} satisfies ParseArgsConfig['options'];

/** Reads flags and environment; error messages don't repeat values. */
export function readCollectOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ReadCollectOptions {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: flags,
      allowPositionals: true,
    });
    if (values.help === true) return { kind: 'help' };
    const base = startedIn(environment);
    const [recipe, ...others] = positionals;
    if (recipe === undefined || others.length > 0) throw new WrongFlag('Name one recipe.');
    const { label, out } = values;
    if (label === undefined) {
      throw new WrongFlag('--label is required: the same command continues what it names.');
    }
    if (!/^\w[\w.-]{0,59}$/.test(label)) {
      throw new WrongFlag(
        '--label takes up to 60 letters a to z, digits, dots, hyphens and underscores.',
      );
    }
    if (out === undefined || out === '') throw new WrongFlag('--out needs a folder.');
    const maxCalls = wholeNumber('--max-calls', values['max-calls'], maxCommandCalls);
    if (maxCalls === null) {
      throw new WrongFlag('--max-calls is required: nobody is there to be asked.');
    }
    const columns = values.column ?? [];
    const keys = values.for ?? [];
    const [encoding, separator] = [values['inputs-encoding'], values['inputs-separator']];
    const ofInputs = [columns[0], keys[0], encoding, separator];
    if (values.inputs === undefined && ofInputs.some((value) => value !== undefined)) {
      throw new WrongFlag(
        '--column, --for, --inputs-encoding and --inputs-separator need --inputs.',
      );
    }
    if (columns.length > 0 && keys.length > 0 && columns.length !== keys.length) {
      throw new WrongFlag('--column and --for must be given equally often.');
    }
    return {
      kind: 'options',
      options: {
        recipe: fileOf(recipe, base),
        inputs: values.inputs === undefined ? null : fileOf(values.inputs, base),
        encoding: encoding === undefined ? null : readEncoding(encoding),
        separator: separator === undefined ? null : readSeparator(separator),
        out: resolve(base, out),
        label,
        maxCalls,
        set: Object.fromEntries((values.set ?? []).map(readSet)),
        columns,
        keys,
        pages: wholeNumber('--pages', values.pages, maxPagesPerInput),
        part: readPart(values.part),
        format: readFormat(values.format),
        media: readMedia(values.media, values.pseudonyms, base),
        archive: readArchive(values.archive === true, values.pseudonyms),
        dryRun: values['dry-run'] === true,
        program: readProgram(values, environment),
      },
    };
  } catch (error) {
    return { kind: 'wrong', why: sentenceOf(error) };
  }
}

/** In place of a file: the standard input. */
export const standardInput = '-';

const fileOf = (path: string, base: string): string =>
  path === standardInput || path === '/dev/stdin' ? standardInput : resolve(base, path);

class WrongFlag extends Error {}

/** Node's own messages name flags, never their values; what follows the first sentence is for programmers. */
function sentenceOf(error: unknown): string {
  if (error instanceof WrongFlag) return error.message;
  if (!(error instanceof TypeError)) throw error;
  return `${error.message.split(/[.\n]/)[0] ?? ''}.`;
}

function wholeNumber(flag: string, text: string | undefined, max: number): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (/^\d{1,9}$/.test(text) && number >= 1 && number <= max) return number;
  throw new WrongFlag(`${flag} takes a whole number from 1 to ${grouping(max)}.`);
}

function readSet(text: string): [key: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new WrongFlag('--set takes PARAMETER=VALUE, as in --set q=flood.');
  return [text.slice(0, at), text.slice(at + 1)];
}

function readPart(text: string | undefined): ListPart | null {
  if (text === undefined) return null;
  const [, number, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const parsed = listPartSchema.safeParse({ number: Number(number), of: Number(of) });
  if (!parsed.success) throw new WrongFlag('--part takes I/N, as in 3/8.');
  return parsed.data;
}

function readFormat(text: string | undefined): string | null {
  if (text === undefined || formats.some(({ kind }) => kind === text)) return text ?? null;
  throw new WrongFlag(`--format takes one of ${formatNames}.`);
}

const pseudonyms: Readonly<Record<string, Chain['pseudonyms']>> = {
  people: 'people',
  'people+ids': 'peopleAndIds',
};

function readMedia(
  folder: string | undefined,
  who: string | undefined,
  base: string,
): string | null {
  if (folder === undefined) return null;
  if (folder === '') throw new WrongFlag('--media needs a folder.');
  if (who !== undefined) {
    throw new WrongFlag(
      '--media names files after the IDs of rows, which --pseudonyms replaces. Use one of them.',
    );
  }
  return resolve(base, folder);
}

function readArchive(isArchive: boolean, who: string | undefined): CollectOptions['archive'] {
  if (who === undefined) return isArchive ? 'none' : null;
  if (!isArchive) throw new WrongFlag('--pseudonyms needs --archive.');
  const replaced = memberOf(pseudonyms, who);
  if (replaced !== undefined) return replaced;
  throw new WrongFlag(`--pseudonyms takes one of ${Object.keys(pseudonyms).join(', ')}.`);
}

function readEncoding(text: string): ListEncoding {
  const { data } = listEncodingSchema.safeParse(text.toLowerCase());
  if (data !== undefined) return data;
  throw new WrongFlag(`--inputs-encoding takes one of ${listEncodingSchema.options.join(', ')}.`);
}

function readSeparator(text: string): string {
  const { data } = listSeparatorSchema.safeParse(
    text === 'tab' ? '\t' : text === 'none' ? '' : text,
  );
  if (data !== undefined) return data;
  throw new WrongFlag('--inputs-separator takes one character, tab or none.');
}

/** Reads them like every other host. */
function readProgram(
  values: { 'data-dir'?: string; service?: string; sample?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): CollectOptions['program'] {
  const { 'data-dir': folder, service, sample } = values;
  const read = readStartOptions(
    [
      ...(folder === undefined ? [] : ['--data-dir', folder]),
      ...(service === undefined ? [] : ['--service', service]),
      ...(sample === true ? ['--sample'] : []),
    ],
    environment,
  );
  if (read.kind === 'options') return read.options;
  throw new WrongFlag(read.text.split(' Usage:')[0]);
}
