/**
 * Lists before they are run: tables that were read, and lists that were checked against a question.
 * The latest are in memory, as many as fit; a run keeps its own inputs.
 */
import { fold } from '#shared/fold.ts';
import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { maxCommandCalls, maxInputs, maxListBytes } from '#shared/contract/list.ts';
import { maxKeptText } from '#shared/contract/list-choice.ts';
import type {
  AskedList,
  CheckedList,
  ListPart,
  ListSource,
  ListTable,
} from '#shared/contract/list.ts';
import type { Budget } from '#shared/contract/run.ts';
import type { Parameter } from '#shared/catalogue/types.ts';
import { countOf, grouping } from '#shared/counts.ts';
import type { KnownEndpoint } from '../description/effective-catalogue.ts';
import { isListable, perCallOf, withCells, withoutKeys } from '#shared/query/list.ts';
import type { Query } from '#shared/query/types.ts';
import { effectiveQuery, readValue, validateQuery } from '#shared/query/values.ts';
import { splitIds } from '#shared/catalogue/parameter-kinds.ts';
import { isAccount } from '../export/privacy/list-inputs.ts';
import { invalidInput, ProblemError, refused } from '../problem-error.ts';
import { hasIds } from '../runs/continue-by-date.ts';
import type { NewList } from '../runs/open-run.ts';
import { hashOfAsked, hashOfValues } from '../store/run-inputs.ts';
import type { ListInput } from '../store/record.ts';
import type { TextTable } from './read-table.ts';

interface Table extends TextTable {
  source: ListSource;
  /** Names of the columns, if no line has them. */
  names: readonly string[] | null;
  size: number;
}

interface Checked {
  /** What it was checked against. */
  query: Query;
  about: NewList['about'];
  inputs: ListInput[];
  /** Indexes of inputs that have been answered already. */
  answered: ReadonlySet<number>;
  size: number;
}

export interface ListsDeps {
  lookUp: (endpointId: string) => KnownEndpoint | null;
  /** Returns the inputs that runs in this folder have answers to, for the same question. */
  answered: (query: Query, keys: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface Lists {
  /**
   * @param names of the columns, if the table has no line with them.
   * @param tableId of a table that is taken again.
   */
  add(table: TextTable, source: ListSource, names?: readonly string[], tableId?: string): ListTable;
  /** Whether the table is still in memory. */
  has(tableId: string): boolean;
  /** @throws ProblemError when the table is gone, or the question can't take such a list. */
  check(asked: {
    tableId: string;
    hasHeader: boolean;
    query: Query;
    mapping: Readonly<Record<string, number>>;
    part?: ListPart | undefined;
    /** Limit of different inputs; the others are left out. */
    atMost?: number;
  }): Promise<CheckedList>;
  /** @throws ProblemError when the list is gone, or was checked for another question. */
  take(list: AskedList, limit: Pick<Budget, 'perInput' | 'calls'>, query: Query): NewList;
}

/**
 * Characters of tables, and of checked lists, that are kept in memory: several of the longest, or the
 * small ones of all forms, however often a line is added to one of them.
 */
const mostKept = 12 * maxListBytes;
/** What a cell and a list take beside their characters. */
const cellSize = 40;
const listSize = 1000;
const sampleSize = 8;
const shownWrong = 100;

export function createLists(deps: ListsDeps): Lists {
  const tables = new Map<string, Table>();
  const checked = new Map<string, Checked>();

  return {
    has: (tableId) => tables.has(tableId),

    add(table, source, names, tableId = randomUUID()) {
      const { lines, width, ...read } = table;
      const size = sizeOf(lines.map(({ cells }) => cells));
      keep(tables, tableId, { ...table, source, names: names ?? null, size });
      const body = read.hasHeader ? lines.slice(1) : lines;
      const columns = Array.from({ length: width }, (_, at) => ({
        name: (read.hasHeader ? lines[0]?.cells[at] : names?.[at]) || `Column ${at + 1}`,
        sample: body.slice(0, sampleSize).map(({ cells }) => (cells[at] ?? '').slice(0, 200)),
      }));
      return { ...read, tableId, source, columns, lines: body.length };
    },

    async check({ tableId, hasHeader, query, mapping, part = { number: 1, of: 1 }, atMost }) {
      const table = tables.get(tableId);
      if (table === undefined) throw listGone();
      const known = deps.lookUp(query.endpointId);
      if (known === null) throw refused('There is no such question.');
      const parameters = known.endpoint.parameters.filter(({ key }) => key in mapping);
      if (parameters.length === 0 || !parameters.every((one) => isListable(known.endpoint, one))) {
        throw refused('This question doesn’t accept a list.');
      }
      const keys = parameters.map(({ key }) => key);
      const fixed = withoutKeys(query, keys);
      const perCall = perCallOf(known.endpoint, keys);
      // Else no row could be matched with the input that it answers: all of them would be “Not found”.
      if (perCall > 1 && !hasIds(fixed, known.resource)) {
        const sentence = 'To match rows with the inputs of this list, include the ID field.';
        throw new ProblemError(invalidInput(sentence, 'fields'));
      }
      const lines = hasHeader ? table.lines.slice(1) : table.lines;
      const of = { ...known, query: fixed, parameters, mapping, width: table.width };
      const read = await readInputs(lines, of);
      const { wrong } = read;
      // Divided after removing duplicates, so that no two parts ask for the same input.
      const inputs = read.inputs
        .filter((_, at) => at % part.of === part.number - 1)
        .slice(0, atMost);
      if (inputs.length > maxInputs) {
        throw refused(
          `A list can have at most ${grouping(maxInputs)} inputs.`,
          'Split it, then use one part at a time.',
        );
      }
      const before = new Set(
        [...(await deps.answered(fixed, keys))].map((text) =>
          comparableValues(text.split('\n'), parameters),
        ),
      );
      const answered = new Set(
        inputs.flatMap(({ values }, at) =>
          before.has(comparableValues(values, parameters)) ? [at] : [],
        ),
      );
      const listId = randomUUID();
      const { identity } = known.resource;
      const without = parameters[0]?.takes.find(({ field }) => field === identity)?.without ?? '';
      keep(checked, listId, {
        query: effectiveQuery(known.endpoint, fixed),
        about: {
          keys,
          source: table.source,
          perInput: 1,
          perCall,
          identity: perCall > 1 ? { field: identity, without } : null,
        },
        inputs,
        answered,
        size: sizeOf(inputs.map(({ values }) => values)),
      });
      return {
        listId,
        keys,
        sha256: hashOfAsked(inputs),
        valuesSha256: hashOfValues(inputs),
        lines: lines.length,
        different: inputs.length,
        wrong: wrong.length,
        wrongLines: wrong.slice(0, shownWrong),
        answered: answered.size,
        sample: inputs.slice(0, sampleSize).map(({ values }) => values.join(', ')),
        perCall,
      };
    },

    take({ listId, onlyNew }, { perInput, calls }, query) {
      const list = checked.get(listId);
      if (list === undefined) throw listGone();
      const known = deps.lookUp(query.endpointId);
      const fixed = known && effectiveQuery(known.endpoint, query);
      if (JSON.stringify(fixed) !== JSON.stringify(list.query)) {
        throw refused(
          'The question has changed since its list was checked.',
          'Choose the list again.',
        );
      }
      const inputs = onlyNew ? list.inputs.filter((_, at) => !list.answered.has(at)) : list.inputs;
      if (inputs.length === 0) {
        throw list.inputs.length === 0
          ? refused('The list is empty.', 'Choose another list.')
          : refused(
              'All inputs of this list have already been answered.',
              'Choose the list again to ask all of them.',
            );
      }
      return {
        about: {
          ...list.about,
          perInput: known?.endpoint.pages === true ? (perInput ?? maxCommandCalls) : 1,
        },
        inputs,
        maxCalls: calls ?? maxCommandCalls,
      };
    },
  };
}

/** Lines that are checked before others get a turn. */
const checkedAtOnce = 2000;

/** Converts lines to distinct inputs, and lists the lines that can't be right. */
async function readInputs(
  lines: TextTable['lines'],
  {
    endpoint,
    resource,
    query,
    parameters,
    mapping,
    width,
  }: KnownEndpoint & {
    query: Query;
    parameters: readonly Parameter[];
    mapping: Readonly<Record<string, number>>;
    /** Number of cells of a line. */
    width: number;
  },
): Promise<{ inputs: ListInput[]; wrong: CheckedList['wrongLines'] }> {
  const inputs: ListInput[] = [];
  const wrong: CheckedList['wrongLines'] = [];
  const seen = new Map<string, ListInput>();
  const keys = parameters.map(({ key }) => key);
  const isPacked = perCallOf(endpoint, keys) > 1;
  for (const [at, { cells, line, rows }] of lines.entries()) {
    if (at % checkedAtOnce === checkedAtOnce - 1) await yieldToOthers();
    const typed = parameters.map(({ key, type }) =>
      readValue(type, cells[mapping[key] ?? 0] ?? '').trim(),
    );
    const unusable = unusableLine(cells, typed, width);
    if (unusable !== null) {
      wrong.push({ line, text: cells.join(', ').slice(0, 200), why: unusable });
      continue;
    }
    if (typed.every((value) => value === '')) continue;
    // A cell of several IDs becomes several inputs if they share calls anyway.
    const inputsOfLine = isPacked ? splitIds(typed[0] ?? '').map((id) => [id]) : [typed];
    for (const values of inputsOfLine) {
      const complaints = validateQuery(endpoint, withCells(query, keys, values), resource);
      const why = keys.map((key) => complaints[key]).find((text) => text !== undefined);
      if (why !== undefined) {
        wrong.push({ line, text: values.join(', ').slice(0, 200), why });
        continue;
      }
      const key = comparableValues(values, parameters);
      const same = seen.get(key);
      if (same === undefined) {
        const input = { values, line, ...(rows && { rows }) };
        seen.set(key, input);
        inputs.push(input);
      } else if (rows !== undefined) {
        same.rows = (same.rows ?? 0) + rows;
      }
    }
  }
  return { inputs, wrong };
}

/** Returns why a line wasn't read as the person wrote it: what it contains may be a piece of something else. */
function unusableLine(
  cells: readonly string[],
  typed: readonly string[],
  width: number,
): string | null {
  if (cells.length !== width) {
    return `This line has ${countOf(cells.length, 'cell')}, most lines have ${grouping(width)}.`;
  }
  return typed.some((value) => value.includes('\uFFFD'))
    ? 'This has a character that can’t be read. Choose another encoding, or correct it.'
    : null;
}

/** Returns the values as one text, equal for the same input: services ignore the case of usernames. */
const comparableValues = (values: readonly string[], parameters: readonly Parameter[]): string =>
  values
    .map((value, at) => {
      const parameter = parameters[at];
      return parameter !== undefined && isAccount(parameter) ? fold(value) : value;
    })
    .join('\n');

/** Adds a value of this size, and drops the oldest others beyond what is kept. */
function keep<T extends { size: number }>(map: Map<string, T>, id: string, value: T): void {
  map.set(id, value);
  let size = 0;
  for (const [other, kept] of [...map].toReversed()) {
    size += kept.size;
    if (size > mostKept && other !== id) map.delete(other);
  }
}

const sizeOf = (lines: readonly (readonly string[])[]): number =>
  lines.reduce(
    (sum, cells) => cells.reduce((all, cell) => all + cell.length + cellSize, sum),
    listSize,
  );

const listGone = (): ProblemError =>
  refused(
    'This list is no longer in memory.',
    `Choose it again. Files and pasted lists of over ${grouping(maxKeptText)} characters are only kept until the program closes.`,
  );
