/** Lists of inputs before they are asked: read and checked by main, which keeps the values. */
import type { CheckedList, ListTable } from '#shared/contract/list.ts';
import { maxListBytes } from '#shared/contract/list.ts';
import type { MethodInput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Query } from '#shared/query/types.ts';
import { host } from '../host/index.ts';

/** Which columns of a table are the inputs of a question. */
export interface ListChoice {
  table: ListTable;
  hasHeader: boolean;
  /** By parameter: the column that fills it, from 0. */
  mapping: Readonly<Record<string, number>>;
}

/** A list that can be asked. */
export interface ListDraft extends ListChoice {
  checked: CheckedList;
  /** Leaves out what was answered already. */
  onlyNew: boolean;
}

export const readText = (text: string): Promise<Result<ListTable>> =>
  host.call('list.read', { kind: 'paste', text });

/** Null: the file is larger than a list may be. */
export async function readFile(file: File): Promise<Result<ListTable> | null> {
  if (file.size > maxListBytes) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  const step = 0x8000;
  for (let at = 0; at < bytes.length; at += step) {
    binary += String.fromCodePoint(...bytes.subarray(at, at + step));
  }
  return host.call('list.read', {
    kind: 'file',
    name: file.name.slice(0, 300),
    base64: btoa(binary),
  });
}

/** Takes the values that rows of a run have for a question. */
export const readRun = (
  of: MethodInput<'list.fromRun'>,
): ReturnType<typeof host.call<'list.fromRun'>> => host.call('list.fromRun', of);

export const checkList = (
  { table, hasHeader, mapping }: ListChoice,
  query: Query,
): Promise<Result<CheckedList>> =>
  host.call('list.check', { tableId: table.tableId, hasHeader, query, mapping: { ...mapping } });

/** Inputs that will be asked. */
export const inputsOf = ({ checked, onlyNew }: ListDraft): number =>
  checked.different - (onlyNew ? checked.answered : 0);
