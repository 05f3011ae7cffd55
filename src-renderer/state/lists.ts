/** Lists of inputs: read and checked by main, which stores the values. */
import type { CheckedList, ListTable } from '#shared/contract/list.ts';
import { maxKeptText } from '#shared/contract/list-choice.ts';
import type { ListChoice, ListRows, TakenList } from '#shared/contract/list-choice.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Query } from '#shared/query/types.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { host } from '../host/index.ts';
import { askedNow, showPage } from './app.ts';
import { base64Of } from '../host/hosts.ts';
import { openTab, updateTab } from './workspace.ts';

/** How a text or a file is read; null: detected. */
export type ReadAs = Pick<ListTable, 'encoding' | 'separator'>;

export const readText = (
  text: string,
  separator: ReadAs['separator'],
): Promise<Result<ListTable>> => host.call('list.take', { kind: 'text', text, separator });

/** Returns how a pasted list is taken again after a restart; nothing if it is too long to be kept. */
export const takenFrom = (
  text: string,
  separator: ReadAs['separator'],
): Pick<ListChoice, 'taken'> =>
  text.length > maxKeptText ? {} : { taken: { kind: 'text', text, separator } };

/** Files by their tables, to be read in another way, or again after a restart. */
const files = new Map<string, { file: File } & Pick<ListChoice, 'taken'>>();

/** Returns the file of a table; null after a restart. */
export const fileOf = ({ tableId }: ListTable): File | null => files.get(tableId)?.file ?? null;

/** Returns how the list of a file is taken again after a restart; nothing if it is too large to be kept. */
export const takenFromFile = ({ tableId }: ListTable): Pick<ListChoice, 'taken'> => {
  const taken = files.get(tableId)?.taken;
  return taken === undefined ? {} : { taken };
};

/** @param file of at most `maxListBytes`. */
export async function readFile(file: File, as: ReadAs): Promise<Result<ListTable>> {
  const given = {
    kind: 'file' as const,
    name: file.name.slice(0, 300),
    base64: base64Of(new Uint8Array(await file.arrayBuffer())),
    ...as,
  };
  const read = await host.call('list.take', given);
  const kept = file.size > maxKeptText ? {} : { taken: given };
  if (read.ok) files.set(read.value.tableId, { file, ...kept });
  return read;
}

/** Returns the list for a tab in which a question is opened. */
const asChoice = ({ mapping = {}, perInput, ...table }: TakenList): ListChoice => ({
  table,
  hasHeader: table.hasHeader,
  mapping,
  onlyNew: false,
  perInput,
});

/** More would make the saved tabs large: such a list is only in memory. */
const mostKeptSpans = 2000;

/** Takes the values of a run's rows for a question. */
export async function readRun(of: ListRows): Promise<Result<ListChoice>> {
  const taken = { kind: 'rows' as const, ...of };
  const read = await host.call('list.take', taken);
  if (!read.ok) return read;
  const isKept = (of.spans?.length ?? 0) <= mostKeptSpans;
  return { ok: true, value: { ...asChoice(read.value), ...(isKept && { taken }) } };
}

/** Takes the inputs of a run's list, to ask them again. */
export async function readInputsOf(runId: string): Promise<Result<ListChoice>> {
  const taken = { kind: 'inputs' as const, runId };
  const read = await host.call('list.take', taken);
  return read.ok ? { ok: true, value: { ...asChoice(read.value), taken } } : read;
}

export const checkList = (
  { table: { tableId }, taken, hasHeader, mapping }: Omit<ListChoice, 'onlyNew'>,
  query: Query,
): Promise<Result<CheckedList>> =>
  host.call('list.check', {
    tableId,
    ...(taken && { taken }),
    hasHeader,
    query: askedNow(query),
    mapping: { ...mapping },
  });

/** Tabs whose recipe needs a list: the form asks for it once, when first shown. */
const tabsNeedingList = new Set<string>();

export const askForList = (tabId: string): unknown => tabsNeedingList.add(tabId);

/** Whether the list must be asked for now; true only once. */
export const takeAskForList = (tabId: string): boolean => tabsNeedingList.delete(tabId);

/** Returns the number of inputs that will be asked. */
export const inputsOf = ({ different, answered }: CheckedList, onlyNew: boolean): number =>
  different - (onlyNew ? answered : 0);

/**
 * Opens a tab with a run's question and its inputs in the form. Sends nothing.
 * @param more what else the tab knows.
 * @returns why the inputs are missing.
 */
export async function openListAgain(
  runId: string,
  query: Query,
  more: Pick<Tab, 'from'> = {},
): Promise<Problem | null> {
  const read = await readInputsOf(runId);
  const tabId = openTab(query.endpointId, query);
  updateTab(tabId, { ...more, ...(read.ok && { list: read.value }) });
  showPage('explore');
  return read.ok ? null : read.error;
}
