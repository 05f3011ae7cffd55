/**
 * The Request page: the draft, the answer, and the earlier answers. Per service profile; the draft
 * remains until the window closes.
 */
import type { Problem } from '#shared/contract/problem.ts';
import type { AnswerHead, FreeAnswer, Sent } from '#shared/contract/request.ts';
import { host } from '../host/index.ts';
import { profileNow, useProfileId } from './app.ts';
import { kept } from './kept.ts';

/** A row below the path. `id` identifies rows while they are edited. */
export interface DraftParam {
  id: number;
  name: string;
  value: string;
}

/** What main asks before sending. */
export type Question = Extract<Sent, { kind: 'metered' | 'dayCeiling' }>;

export interface RequestState {
  path: string;
  params: readonly DraftParam[];
  /** The current request; null: none. */
  pendingId: string | null;
  question: Question | null;
  answer: FreeAnswer | null;
  /** Why there is no answer. */
  problem: Problem | null;
  earlier: readonly AnswerHead[];
}

/** By service. */
const requests = kept<RequestState>('request', {
  path: '',
  params: [],
  pendingId: null,
  question: null,
  answer: null,
  problem: null,
  earlier: [],
});

export const useRequest = (): RequestState => requests.use(useProfileId(), (state) => state);
const stateOf = requests.of;

const change = (changed: Partial<RequestState>, profileId = profileNow()): void =>
  requests.change(profileId, changed);

export const writePath = (path: string): void => change({ path });

export const writeParams = (params: readonly DraftParam[]): void => change({ params });

let lastRow = 0;
/** Returns a row as typed or pasted. */
export const draftParam = (name = '', value = ''): DraftParam => ({ id: ++lastRow, name, value });

/** Puts a path with its parameters, as it was sent, into the form. */
export function writeTarget(target: string): Pick<RequestState, 'path' | 'params'> {
  const [path = '', search = ''] = target.split(/\?(.*)/s);
  const params = [...new URLSearchParams(search)].map((each) => draftParam(...each));
  change({ path, params });
  return { path, params };
}

export const setQuestion = (question: Question | null): void => change({ question });

/** A request without a reply from main, which may have sent it: the same one fetches its answer. */
let unanswered: { requestId: string; asked: string } | null = null;

/** Sends the draft once. `yes`: what the person agreed to. */
export async function sendRequest(consent: {
  metered: boolean;
  beyondCeiling: boolean;
}): Promise<void> {
  const profileId = profileNow();
  const { path, params, pendingId } = stateOf(profileId);
  if (pendingId !== null) return;
  const request = { path, params: params.map(({ name, value }) => ({ name, value })) };
  const asked = JSON.stringify({ profileId, request });
  const requestId = unanswered?.asked === asked ? unanswered.requestId : crypto.randomUUID();
  unanswered = null;
  change({ pendingId: requestId, question: null }, profileId);
  const result = await host.call('request.send', { requestId, request, ...consent });
  if (!result.ok) {
    const { call, details } = result.error;
    // With details it is main's reply about a request that it sent: it won't send that one again.
    if (call === 'unanswered' && details === null) unanswered = { requestId, asked };
    wanted = requestId;
    change({ pendingId: null, answer: null, problem: result.error }, profileId);
    return;
  }
  switch (result.value.kind) {
    case 'answered':
      wanted = requestId;
      change({ pendingId: null, answer: result.value.answer, problem: null }, profileId);
      await readEarlier();
      return;
    case 'stopped':
      change({ pendingId: null }, profileId);
      return;
    case 'metered':
    case 'dayCeiling':
      change({ pendingId: null, question: result.value }, profileId);
      return;
  }
}

export async function stopRequest(): Promise<void> {
  const { pendingId } = stateOf(profileNow());
  if (pendingId !== null) await host.call('request.stop', { requestId: pendingId });
}

/** Reads the list of earlier answers. */
export async function readEarlier(profileId: string = profileNow()): Promise<void> {
  const result = await host.call('request.list', {});
  // If another service was chosen in the meantime, these are its answers.
  if (result.ok && profileNow() === profileId) change({ earlier: result.value.answers }, profileId);
}

/** What was last asked for or answered: a slower reply must not replace it. */
let wanted = '';

/** Shows an earlier answer; sends nothing. */
export async function openAnswer(requestId: string): Promise<void> {
  const profileId = profileNow();
  wanted = requestId;
  const result = await host.call('request.open', { requestId });
  if (wanted !== requestId) return;
  change(
    result.ok ? { answer: result.value.answer, problem: null } : { problem: result.error },
    profileId,
  );
}

export async function removeAnswer(requestId: string): Promise<void> {
  const profileId = profileNow();
  const result = await host.call('request.remove', { requestId });
  if (!result.ok) {
    change({ problem: result.error }, profileId);
    return;
  }
  if (stateOf(profileId).answer?.requestId === requestId) change({ answer: null }, profileId);
  await readEarlier();
}
