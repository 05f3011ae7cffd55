/** Asks a service directly and follows its cursors: what it says, to hold the product against. */
import { parse } from 'lossless-json';

type Item = Record<string, unknown>;

/** Integers a JavaScript number cannot hold become `{ $n }`, as in the contract. */
function exactNumber(digits: string): unknown {
  const short = Number(digits);
  return Number.isInteger(short) && !Number.isSafeInteger(short) ? { $n: digits } : short;
}

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface AskedPages {
  /** Items page by page. */
  readonly pages: readonly (readonly Item[])[];
  readonly hasMore: boolean;
}

/** The first pages of a question, `most` at most. Throws unless every answer is a 200. */
export async function askPages(
  service: { readonly address: string; readonly accessKey: string },
  path: string,
  query: Readonly<Record<string, string>>,
  most: number,
): Promise<AskedPages> {
  const pages: Item[][] = [];
  let cursor: string | null = null;
  let hasMore = true;
  while (hasMore && pages.length < most) {
    const search = new URLSearchParams(cursor === null ? query : { ...query, cursor });
    const response = await fetch(`${service.address}${path}?${search.toString()}`, {
      headers: { Authorization: `Bearer ${service.accessKey}` },
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} for ${path}: ${text}`);
    const body = parse(text, null, exactNumber);
    if (!isItem(body) || !Array.isArray(body['results'])) throw new Error(`no results: ${text}`);
    pages.push(body['results'].filter(isItem));
    cursor = typeof body['next_page_cursor'] === 'string' ? body['next_page_cursor'] : null;
    hasMore = body['has_more'] === true && cursor !== null;
  }
  return { pages, hasMore };
}
