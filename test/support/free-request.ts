/** Requests written by hand, sent to the second server (`run-core.ts`). */
import type { FreeAnswer } from '#shared/contract/request.ts';
import type { MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import { mintRunId } from './core.ts';
import { test } from './run-core.ts';

type Reply = Result<MethodOutput<'request.send'>>;

/** A metered path. */
export const search = '/api/data/microblog/posts/live';
const toSearch = { path: search, params: [{ name: 'q', value: 'sea & sand' }] };

export const send = (
  path: string,
  more: { metered?: boolean; requestId?: string } = {},
): Promise<Reply> =>
  test.call('request.send', { requestId: mintRunId(), request: { path, params: [] }, ...more });

export const ask = (
  metered: boolean,
  more: { beyondCeiling?: boolean; requestId?: string } = {},
): Promise<Reply> =>
  test.call('request.send', { requestId: mintRunId(), request: toSearch, metered, ...more });

/** The answer of a request that must have one. */
export async function answerOf(path: string): Promise<FreeAnswer> {
  return answered(await send(path));
}

export function answered(result: Reply): FreeAnswer {
  if (result.ok && result.value.kind === 'answered') return result.value.answer;
  throw new Error(`No answer: ${JSON.stringify(result)}`);
}
