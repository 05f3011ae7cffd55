/** Lists of inputs before they are asked: read and checked by main, which keeps the values. */
import type { CheckedList, ListChoice, ListTable } from '#shared/contract/list.ts';
import { maxListBytes } from '#shared/contract/list.ts';
import type { MethodInput, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Query } from '#shared/query/types.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { host } from '../host/index.ts';
import { showPage } from './app.ts';
import { base64Of } from './chosen-file.ts';
import { openTab, updateTab } from './workspace.ts';

export const readText = (text: string): Promise<Result<ListTable>> =>
  host.call('list.read', { kind: 'paste', text });

/** Null: the file is larger than a list may be. */
export async function readFile(file: File): Promise<Result<ListTable> | null> {
  if (file.size > maxListBytes) return null;
  return host.call('list.read', {
    kind: 'file',
    name: file.name.slice(0, 300),
    base64: base64Of(new Uint8Array(await file.arrayBuffer())),
  });
}

/** The list of a tab that a question is opened in. */
const asChoice = ({ mapping, ...table }: MethodOutput<'list.again'>): ListChoice => ({
  table,
  hasHeader: table.hasHeader,
  mapping,
  onlyNew: false,
});

/** Takes the values that rows of a run have for a question. */
export async function readRun(of: MethodInput<'list.fromRun'>): Promise<Result<ListChoice>> {
  const read = await host.call('list.fromRun', of);
  return read.ok ? { ok: true, value: asChoice(read.value) } : read;
}

/** Takes the inputs of a run's list, to ask them again. */
export async function readInputsOf(runId: string): Promise<Result<ListChoice>> {
  const read = await host.call('list.again', { runId });
  return read.ok ? { ok: true, value: asChoice(read.value) } : read;
}

export const checkList = (
  { table, hasHeader, mapping }: Omit<ListChoice, 'onlyNew'>,
  query: Query,
): Promise<Result<CheckedList>> =>
  host.call('list.check', { tableId: table.tableId, hasHeader, query, mapping: { ...mapping } });

/** Tabs whose recipe needs a list: the form asks for it once, when it is first shown. */
const toAskFor = new Set<string>();

export const askForList = (tabId: string): unknown => toAskFor.add(tabId);

/** Whether it is to be asked for now. */
export const takeAskForList = (tabId: string): boolean => toAskFor.delete(tabId);

/** Inputs that will be asked. */
export const inputsOf = ({ different, answered }: CheckedList, onlyNew: boolean): number =>
  different - (onlyNew ? answered : 0);

/**
 * Opens a tab with a run's question and its inputs in the form. Asks nothing.
 * @returns why the inputs are not there.
 */
export async function openListAgain(runId: string, query: Query): Promise<Problem | null> {
  const read = await readInputsOf(runId);
  const tabId = openTab(query.endpointId, query);
  if (read.ok) updateTab(tabId, { list: read.value });
  showPage('explore');
  return read.ok ? null : read.error;
}
