/** Asking a sample service over HTTP as any client would. */
import { afterEach } from 'vitest';
import { startSampleService } from '#main/sample-service/index.ts';
import type { SampleServiceHandle, SampleServiceOptions } from '#main/sample-service/index.ts';
import { liveEndpoints, storedEndpoints } from '#shared/catalogue/index.ts';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';

/** A Friday evening, so that nothing depends on today. */
export const friday = Date.UTC(2026, 10, 20, 19, 30);

const open: SampleServiceHandle[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

/** A service that ends with the test, at a fixed moment unless the test says otherwise. */
export async function startService(
  options: SampleServiceOptions = {},
): Promise<SampleServiceHandle> {
  const service = await startSampleService({ now: () => friday, ...options });
  open.push(service);
  return service;
}

export type Item = Record<string, unknown>;

export interface Answer {
  status: number;
  headers: Headers;
  /** The body as it came. */
  raw: string;
  /** The body read as JSON, or an empty object. */
  body: Record<string, unknown>;
  results: Item[];
  /** Null when there is none. */
  cursor: string | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readJson(raw: string): Record<string, unknown> {
  try {
    // Beyond 2^53 JSON.parse rounds: such integers are kept as text.
    const value: unknown = JSON.parse(raw.replaceAll(/:(\d{16,})([,}])/g, ':"$1"$2'));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Asks for a path with its query, with the demo's own key unless another is given. */
export async function ask(
  service: SampleServiceHandle,
  target: string,
  { key = service.accessKey, method = 'GET' }: { key?: string | null; method?: string } = {},
): Promise<Answer> {
  const response = await fetch(service.address + target, {
    method,
    redirect: 'manual',
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  });
  const raw = await response.text();
  const body = readJson(raw);
  const { results, next_page_cursor: cursor } = body;
  return {
    status: response.status,
    headers: response.headers,
    raw,
    body,
    results: Array.isArray(results) ? results.filter(isRecord) : [],
    cursor: typeof cursor === 'string' ? cursor : null,
  };
}

export function endpointWithId(id: string): DataEndpoint {
  const endpoint = [...liveEndpoints, ...storedEndpoints].find((candidate) => candidate.id === id);
  if (endpoint === undefined) throw new Error(`There is no endpoint ${id}.`);
  return endpoint;
}

/** The path and query of a question; the example's values where none are given. */
export function targetOf(
  id: string,
  values: Record<string, string> = {},
  { fields = [], cursor = null }: { fields?: string[]; cursor?: string | null } = {},
): string {
  const endpoint = endpointWithId(id);
  const query = { endpointId: id, values: { ...endpoint.example, ...values }, fields };
  const next = cursor === null ? null : ({ kind: 'cursor', value: cursor } as const);
  return requestTarget(buildRequest(endpoint, query, next));
}

export const question = (
  service: SampleServiceHandle,
  id: string,
  values: Record<string, string> = {},
  more: { fields?: string[]; cursor?: string | null } = {},
): Promise<Answer> => ask(service, targetOf(id, values, more));

/** So many pages of a question, or fewer when it ends. */
export async function pagesOf(
  service: SampleServiceHandle,
  id: string,
  { values = {}, most }: { values?: Record<string, string>; most: number },
): Promise<Answer[]> {
  const pages: Answer[] = [];
  let cursor: string | null = null;
  do {
    const page: Answer = await question(service, id, values, { cursor });
    if (page.status !== 200) throw new Error(`${id}: ${page.status} ${page.raw}`);
    pages.push(page);
    ({ cursor } = page);
  } while (cursor !== null && pages.length < most);
  return pages;
}

/** A member of an item as text: ids come as numbers or as strings. */
export const text = (item: Item | undefined, name: string): string => {
  const value = item?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

export const number = (item: Item | undefined, name: string): number => Number(text(item, name));
