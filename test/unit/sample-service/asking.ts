/** Asking a sample service over HTTP as any client would. */
import { afterEach, expect } from 'vitest';
import { startTestSample } from '#test/support/sample-service.ts';
import type { TestSampleService } from '#test/support/sample-service.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';
import { endpointOf, queryOf } from '../query/make.ts';

/** A Friday evening, so that nothing depends on today. */
export const friday = Date.UTC(2026, 10, 20, 19, 30);
export const minute = 60_000;

const open: TestSampleService[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

/** A service that ends with the test, at a fixed moment unless the test says otherwise. */
export async function startService(
  options: Parameters<typeof startTestSample>[0] = {},
): Promise<TestSampleService> {
  const service = await startTestSample({ now: () => friday, ...options });
  open.push(service);
  return service;
}

export type Item = Record<string, unknown>;
export type Values = Record<string, string>;

export type Answer = Awaited<ReturnType<typeof ask>>;

export const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readJson(raw: string): Item {
  try {
    // Beyond 2^53 JSON.parse rounds: such integers are kept as text.
    const value: unknown = JSON.parse(raw.replaceAll(/:(\d{16,})([,}])/g, ':"$1"$2'));
    return isItem(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * Asks for a path with its query, with the demo's own key unless another is given. What is no JSON
 * object is told as an empty one.
 */
export async function ask(
  service: TestSampleService,
  target: string,
  { key = service.accessKey, ...init }: RequestInit & { key?: string | null } = {},
) {
  const response = await fetch(service.address + target, {
    redirect: 'manual',
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    ...init,
  });
  const raw = await response.text();
  const body = readJson(raw);
  const { results, next_page_cursor: cursor } = body;
  return {
    status: response.status,
    headers: response.headers,
    raw,
    body,
    results: Array.isArray(results) ? results.filter(isItem) : [],
    cursor: typeof cursor === 'string' ? cursor : null,
  };
}

/** The path and query of a question; the example's values where none are given. */
export function targetOf(
  id: string,
  values: Values = {},
  { fields = [], cursor = null }: { fields?: string[]; cursor?: string | null } = {},
): string {
  const endpoint = endpointOf(id);
  const next = cursor === null ? null : ({ kind: 'cursor', value: cursor } as const);
  return requestTarget(buildRequest(endpoint, queryOf(endpoint, values, fields), next));
}

export const question = (
  service: TestSampleService,
  id: string,
  values: Values = {},
  more: { fields?: string[]; cursor?: string | null } = {},
): Promise<Answer> => ask(service, targetOf(id, values, more));

/** So many pages of a question, or fewer when it ends. */
export async function pagesOf(
  service: TestSampleService,
  id: string,
  { values = {}, most }: { values?: Values; most: number },
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

/** The same, as rows. */
export const rowsOf = async (
  service: TestSampleService,
  id: string,
  asked: { values?: Values; most: number },
): Promise<Item[]> => (await pagesOf(service, id, asked)).flatMap(({ results }) => results);

/** A member of an item as text: ids come as numbers or as strings. */
export const text = (item: unknown, name: string): string => {
  const value = isItem(item) ? item[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

export const number = (item: unknown, name: string): number => Number(text(item, name));

/** Every refusal has this body (specification, Errors). */
export const refused = (message: unknown = expect.any(String)): Item => ({
  success: false,
  message,
});
