/** Reads the recipe and the inputs of a command, and checks them. Calls nothing. */
import { quoted } from '#shared/characters.ts';
import { plainText } from '#shared/fold.ts';
import { constants } from 'node:fs';
import { access, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Endpoint, Parameter } from '#shared/catalogue/types.ts';
import type { ExportSpec } from '#shared/contract/export/export.ts';
import { isChoosable } from '#shared/contract/export/formats.ts';
import { checkedSpec, formatOf, formats } from '../core/export/formats/index.ts';
import { replacesPeople } from '#shared/contract/export/privacy.ts';
import {
  inputField,
  listSeparators,
  maxCommandCalls,
  maxListBytes,
} from '#shared/contract/list.ts';
import type { CheckedList, ListTable } from '#shared/contract/list.ts';
import { maxSheetLength } from '#shared/contract/recipe.ts';
import type { OpenedRecipe, Recipe, RecipeQuestion, StepRecipe } from '#shared/contract/recipe.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { countOf } from '#shared/counts.ts';
import { isSampleProfile, sampleProfileId } from '#shared/service/profile.ts';
import { isListable, withCells } from '#shared/query/list.ts';
import { buildRequest, requestUrl } from '#shared/query/request.ts';
import type { Query } from '#shared/query/types.ts';
import { manifestName } from '../core/export/manifest.ts';
import { makeFolders } from '../core/store/data-folder.ts';
import type { Call } from '../launch/call-core.ts';
import { ProblemError } from '../core/problem-error.ts';
import { endOfError, WrongInput } from './exit.ts';
import { type CollectOptions, standardInput } from './options.ts';

/** Logs an event of a collection, as one line. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, more?: object) => void;

/**
 * Returns the question of a methods sheet as a recipe with one step, and how its rows are saved.
 * @throws WrongInput
 */
export function questionOf(
  { queries: [run, ...others], spec }: Recipe,
  options: CollectOptions,
  { catalogue }: Snapshot,
): { recipe: StepRecipe; spec: ExportSpec } {
  if (run === undefined || others.length > 0) {
    throw new WrongInput(
      'The methods sheet has several questions. Save each run’s rows separately, and use one of those sheets.',
    );
  }
  const { query, service } = run;
  const pages = options.pages ?? pagesOf(run, options) ?? maxCommandCalls;
  const isPaged = catalogue.endpoints.some(({ id, pages: has }) => id === query.endpointId && has);
  const step = { query, asks: [], list: null, pages: isPaged ? pages : 1, pause: false };
  return {
    recipe: {
      kind: 'social-data-explorer/steps',
      version: 1,
      name: options.label,
      service: { profileId: service.profileId, address: service.address },
      steps: [step],
    },
    spec: specFor(spec, options),
  };
}

/**
 * Returns the recipe of a question whose values are one input, as they are.
 * @throws WrongInput when a value is missing.
 */
export function asOneInput(
  recipe: StepRecipe,
  endpoint: Endpoint,
  { inputs }: CollectOptions,
): StepRecipe {
  const [step] = recipe.steps;
  const { query } = step!;
  if (inputs !== null) return recipe;
  const values = { ...query.values };
  for (const { key } of listables(endpoint)) {
    const value = (values[key] ?? '').trim();
    if (value === '') {
      throw new WrongInput(`The recipe has no ${quoted(key)}. Give it with --set or --inputs.`);
    }
    // A line end would begin another input.
    values[key] = value.replaceAll(/[\r\n]+/g, ' ');
  }
  return { ...recipe, steps: [{ ...step!, query: { ...query, values } }] };
}

/**
 * Refuses to collect again what the dataset has already, from another data folder or before it was deleted
 * in this one: it would be paid for, and then not be saved.
 */
export async function mustBeNew(
  runId: string,
  { out, label }: Pick<CollectOptions, 'out' | 'label'>,
): Promise<void> {
  const isThere = await access(join(out, manifestName(runId))).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new WrongInput(
    `The dataset already has ${quoted(label)}, but this data folder doesn’t have its run. Use the --data-dir it was collected with, or choose another label.`,
  );
}

/** Reads the recipe of a command. @throws WrongInput when it is none. */
export async function openRecipeFile(
  call: Call,
  { recipe }: Pick<CollectOptions, 'recipe'>,
): Promise<OpenedRecipe> {
  const bytes = await readInput(recipe, 'recipe', maxSheetLength * 4);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  return call('recipe.open', { text }).catch((error: unknown) => {
    const { why } = endOfError(error, false);
    throw error instanceof ProblemError ? new WrongInput(`${why} The file: ${recipe}`) : error;
  });
}

/**
 * Reads a file of the command, or its standard input. A pipe without a writer, or a device, never ends.
 * @param most in bytes.
 * @throws WrongInput
 */
async function readInput(path: string, what: 'recipe' | 'inputs', most: number): Promise<Buffer> {
  const tooLong = (): WrongInput => {
    const advice = what === 'inputs' ? ' Keep only the columns you ask for, or split it.' : '';
    return new WrongInput(
      `The file with the ${what} is larger than ${Math.floor(most / 2 ** 20)} MB.${advice}`,
    );
  };
  try {
    if (path === standardInput) return await upTo(most, process.stdin, tooLong);
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) {
        throw new WrongInput(
          `What is named for the ${what} isn’t a file: ${path}. Name a file, or “-” for standard input.`,
        );
      }
      if (stats.size > most) throw tooLong();
      // It may have grown since, or not know its size, as in /proc.
      return await upTo(most, file.createReadStream({ autoClose: false }), tooLong);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof WrongInput) throw error;
    throw new WrongInput(`The file with the ${what} can’t be read: ${path}.`);
  }
}

/** Reads bytes to their end. @throws what `tooLong` returns as soon as there are more than `most`. */
async function upTo(
  most: number,
  bytes: AsyncIterable<Buffer | string>,
  tooLong: () => Error,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of bytes) {
    length += part.length;
    if (length > most) throw tooLong();
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts);
}

interface Mapped {
  table: ListTable;
  mapping: Record<string, number>;
}

/** Parameters that a list can fill in. */
function listables(endpoint: Endpoint): Parameter[] {
  const found = endpoint.parameters.filter((one) => isListable(endpoint, one));
  if (found.length > 0) return found;
  throw new WrongInput('Only live questions about a text or an ID can be collected by command.');
}

/** Checks the inputs against their question. @throws WrongInput when none of them can be asked. */
export async function checkedList(
  call: Call,
  { table, mapping }: Mapped,
  query: Query,
  { inputs, part }: CollectOptions,
): Promise<CheckedList> {
  const list = await call('list.check', {
    tableId: table.tableId,
    hasHeader: table.hasHeader,
    query,
    mapping,
    ...(part && { part }),
  });
  const [wrong] = list.wrongLines;
  // With more parts than inputs, a later part has none, but the first one always has.
  const isEmpty = list.different === 0 && (part === null || part.number === 1);
  if (wrong !== undefined && (inputs === null || isEmpty || list.wrong === list.lines)) {
    throw new WrongInput(wrong.why);
  }
  if (isEmpty || list.lines === 0) throw new WrongInput('The list is empty.');
  return list;
}

/** The columns of the inputs file, and the parameters that they fill. */
export async function inputsOf(
  call: Call,
  endpoint: Endpoint,
  { values }: Query,
  { inputs, columns, keys: chosen, encoding, separator }: CollectOptions,
  log: Log,
): Promise<Mapped> {
  const path = inputs ?? '';
  const bytes = await readInput(path, 'inputs', maxListBytes);
  const base64 = bytes.toString('base64');
  const file = { kind: 'file', name: basename(path), base64, encoding, separator } as const;
  const table = await call('list.take', file);
  logTable(table, log);
  const possible = listables(endpoint).map(({ key }) => key);
  const missing = possible.filter((key) => (values[key] ?? '').trim() === '');
  const keys = chosen.length > 0 ? chosen : missing.length > 0 ? missing : possible;
  const unknown = keys.find((key) => !possible.includes(key));
  if (unknown !== undefined || (chosen.length === 0 && missing.length === 0 && keys.length > 1)) {
    throw new WrongInput(`Use --for to say what the inputs fill in: ${possible.join(', ')}.`);
  }
  if (columns.length > keys.length) {
    throw new WrongInput(`Use --for to say what each --column fills in: ${possible.join(', ')}.`);
  }
  const wanted = keys.map((key, at) => plainText(columns[at] ?? key));
  const [names, firstLine] = [
    table.columns.map(({ name }) => plainText(name)),
    table.columns.map(({ sample }) => plainText(sample[0] ?? '')),
  ];
  const has = (line: readonly string[]): boolean => wanted.every((name) => line.includes(name));
  // Whoever names the columns of the first line knows that it is a header, even if it doesn’t look like one.
  const isFirstLine = !table.hasHeader && !has(names) && has(firstLine);
  const header = isFirstLine ? firstLine : names;
  const isOnly = header.length === 1 && keys.length === 1 && columns.length === 0;
  const mapping = keys.map((key, at): [string, number] => {
    const column = isOnly ? 0 : header.indexOf(wanted[at] ?? key);
    if (column >= 0) return [key, column];
    throw new WrongInput(
      `Name the column for ${key} with --column. The file has ${header.join(', ')}.`,
    );
  });
  const [[name = ''], [key = '']] = [header, keys];
  if (isOnly && table.hasHeader && name !== key) {
    const why = `The first line, ${quoted(name)}, was taken as the name of the column. If it is an input, put a line ${quoted(key)} above it.`;
    log('warn', 'header', { why });
  }
  return {
    table: { ...table, hasHeader: table.hasHeader || isFirstLine },
    mapping: Object.fromEntries(mapping),
  };
}

/** Logs how the inputs were read: nobody sees them before they are asked. */
function logTable(table: ListTable, log: Log): void {
  const { encoding, guess, separator, columns, lines, hasHeader, titleLines, unreadable } = table;
  const why = [
    titleLines > 0 && `${countOf(titleLines, 'line')} above the column names left out.`,
    guess !== null &&
      `The encoding is a guess. If ${quoted(guess)} looks wrong, choose another with --inputs-encoding.`,
    unreadable > 0 &&
      `${countOf(unreadable, 'character')} can’t be read. Choose another encoding with --inputs-encoding.`,
  ].filter((sentence) => sentence !== false);
  log(why.length > 0 ? 'warn' : 'info', 'inputs', {
    encoding,
    separator: (separator !== null && listSeparators[separator]) || separator,
    columns: columns.map(({ name }) => name),
    lines,
    hasHeader,
    ...(why.length > 0 && { why: why.join(' ') }),
  });
}

/** As many pages as the recipe's run or, for each input, its list; other lists ask for one. */
function pagesOf(
  { limit, pages, list }: RecipeQuestion,
  { inputs }: CollectOptions,
): number | null {
  if (list !== null) return list.perInput === maxCommandCalls ? null : list.perInput;
  if (inputs !== null || limit === null) return 1;
  return limit.pages ?? (limit.rows === null ? null : Math.max(1, pages));
}

/** The service's part of a run's id, as `isSameService` compares it. Without a key yet, the same as with one. */
export const serviceId = ({
  profile,
  suggestedAddress,
}: Pick<Snapshot, 'profile' | 'suggestedAddress'>): string | null =>
  isSampleProfile(profile) ? sampleProfileId : (profile?.address ?? suggestedAddress);

/** Saves like the recipe. If people are replaced, the inputs, which may name them, are left out. */
function specFor(spec: ExportSpec, { format, inputs }: CollectOptions): ExportSpec {
  const { columns, privacy } = spec;
  const hasInput = columns === null || columns.includes(inputField) || inputs === null;
  const isReplaced =
    privacy?.drop.includes(inputField) === true ||
    privacy?.pseudonyms.some(({ field }) => field === inputField) === true;
  const leavesNames = replacesPeople(privacy) && !isReplaced;
  const kind = format ?? spec.format.kind;
  const checked = checkedSpec({
    ...spec,
    format: kind === spec.format.kind ? spec.format : { kind },
    network: formats.find((one) => one.kind === kind)?.holds === 'network' ? spec.network : null,
    columns: hasInput ? columns : [inputField, ...columns],
    privacy: leavesNames ? { ...privacy, drop: [...privacy.drop, inputField] } : privacy,
  });
  if (typeof checked === 'string') throw new WrongInput(checked);
  return checked;
}

/** Hides rows that were sent again. */
export function withoutRepeats(
  spec: ExportSpec,
  { hasRepeats, resource }: Run,
  { catalogue: { resources } }: Snapshot,
): ExportSpec {
  const { view, format } = spec;
  const isOpen = hasRepeats && view.hideDuplicatesBy === null;
  if (!isOpen || !isChoosable(formatOf(format))) return spec;
  const identity = resources.find(({ id }) => id === resource)?.identity ?? null;
  return { ...spec, view: { ...view, hideDuplicatesBy: identity } };
}

/** The first requests, to be shown, as far as the list shows its inputs. */
export function firstRequests(
  endpoint: Endpoint,
  address: string,
  query: Query,
  { keys, sample, perCall, different }: CheckedList,
): string[] {
  const isCut = Math.min(perCall, different) > sample.length;
  const calls =
    perCall > 1 && sample.length > 0
      ? [[sample.join(',') + (isCut ? ',…' : '')]]
      : sample.slice(0, 3).map((text) => (keys.length === 1 ? [text] : text.split(', ')));
  return calls.map((cells) => {
    const request = buildRequest(endpoint, withCells(query, keys, cells));
    return `${request.method} ${requestUrl(address, request)}`;
  });
}

/** @throws WrongInput when nothing can be asked: there is no service, or no key for it. */
export function mustHaveKey({ profile, suggestedAddress, credential }: Snapshot): void {
  if (profile === null && suggestedAddress === null) {
    throw new WrongInput(
      'No service is chosen. Name it with --service, or use --sample.',
      'no_address',
    );
  }
  if (profile !== null && credential !== null) return;
  throw new WrongInput(
    'There is no key for this service. Set SOCIAL_DATA_API_KEY.',
    'no_credential',
  );
}

/** @throws WrongInput when the files can't be saved there. */
export async function makeOut({ out }: Pick<CollectOptions, 'out'>): Promise<void> {
  try {
    makeFolders(out, 0o777);
  } catch {
    throw new WrongInput(`The folder named by --out can’t be created: ${out}.`);
  }
}
