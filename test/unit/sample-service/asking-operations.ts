/** Starting operations of a sample service, asking for them and reading their results. */
import { expect } from 'vitest';
import type { SampleServiceHandle } from '#main/sample-service/index.ts';
import { ask, question, startService, text } from './asking.ts';
import type { Answer, Item } from './asking.ts';

export const search = 'microblog.posts.search.stored';
export const minute = 60_000;
export const iso = (at: number): string => new Date(at).toISOString();

export type Values = Record<string, string>;
type Result = Record<string, unknown>;

export const isRecord = (value: unknown): value is Result =>
  typeof value === 'object' && value !== null;

/** Starts an operation and returns its id. */
export async function begin(service: SampleServiceHandle, values: Values = {}, id = search) {
  const { status, body } = await question(service, id, { responseType: 'paging', ...values });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['operationId']);
  const operationId = text(body, 'operationId');
  expect(operationId).toMatch(/^op_\w+$/);
  return operationId;
}

export const look = (
  service: SampleServiceHandle,
  operationId: string,
  key?: string,
): Promise<Answer> =>
  ask(service, `/api/data/operations/${operationId}`, key === undefined ? {} : { key });

/** The result of a finished operation. */
export async function resultOf(service: SampleServiceHandle, operationId: string) {
  const { body } = await look(service, operationId);
  expect(body['status']).toBe('success');
  const result = isRecord(body['result']) ? body['result'] : {};
  const pagination = isRecord(result['pagination']) ? result['pagination'] : {};
  const results: Item[] = Array.isArray(result['results'])
    ? result['results'].filter(isRecord)
    : [];
  return { result, results, pagination, tableName: text(pagination, 'tableName') };
}

/** A service whose operations are finished when they are first asked for. */
export async function startQuick(): Promise<SampleServiceHandle> {
  const service = await startService();
  service.setOperationSeconds(0);
  return service;
}
