/**
 * The Request page: what is being written, what was answered, and what can be looked at again. Per
 * service profile; what is written stays until the window closes.
 */
import { create } from 'zustand';
import type { Problem } from '#shared/contract/problem.ts';
import type { AnswerHead, FreeAnswer, Sent } from '#shared/contract/request.ts';
import { host } from '../host/index.ts';
import { profileNow, useProfileId } from './app.ts';
import { fileOutcome, type SaveOutcome } from './exports.ts';

/** A row below the path. `id` tells rows apart while they are typed. */
export interface DraftParam {
  id: number;
  name: string;
  value: string;
}

/** What main asks before it sends. */
export type Question = Extract<Sent, { kind: 'metered' | 'dayCeiling' }>;

export interface RequestState {
  path: string;
  params: readonly DraftParam[];
  /** The request under way; null when there is none. */
  underWay: string | null;
  question: Question | null;
  answer: FreeAnswer | null;
  /** Why there is no answer. */
  problem: Problem | null;
  earlier: readonly AnswerHead[];
}

const empty: RequestState = {
  path: '',
  params: [],
  underWay: null,
  question: null,
  answer: null,
  problem: null,
  earlier: [],
};

const useRequests = create<Readonly<Record<string, RequestState>>>()(() => ({}));

const stateOf = (profileId: string): RequestState => useRequests.getState()[profileId] ?? empty;

function change(profileId: string, changed: Partial<RequestState>): void {
  useRequests.setState((states) => ({
    [profileId]: { ...(states[profileId] ?? empty), ...changed },
  }));
}

export function useRequest(): RequestState {
  const profileId = useProfileId();
  return useRequests((states) => states[profileId] ?? empty);
}

export const writePath = (path: string): void => change(profileNow(), { path });

export const writeParams = (params: readonly DraftParam[]): void =>
  change(profileNow(), { params });

let lastRow = 0;
/** A row as typed or pasted. */
export const draftParam = (name = '', value = ''): DraftParam => ({ id: ++lastRow, name, value });

export const putQuestion = (question: Question | null): void => change(profileNow(), { question });

/** Sends what is written, once. `yes`: what the person agreed to. */
export async function sendRequest(yes: {
  metered: boolean;
  beyondCeiling: boolean;
}): Promise<void> {
  const profileId = profileNow();
  const { path, params, underWay } = stateOf(profileId);
  if (underWay !== null) return;
  const requestId = crypto.randomUUID();
  change(profileId, { underWay: requestId, question: null });
  const request = { path, params: params.map(({ name, value }) => ({ name, value })) };
  const result = await host.call('request.send', { requestId, request, ...yes });
  if (!result.ok) {
    change(profileId, { underWay: null, answer: null, problem: result.error });
    return;
  }
  switch (result.value.kind) {
    case 'answered':
      change(profileId, { underWay: null, answer: result.value.answer, problem: null });
      await readEarlier();
      return;
    case 'stopped':
      change(profileId, { underWay: null });
      return;
    case 'metered':
    case 'dayCeiling':
      change(profileId, { underWay: null, question: result.value });
      return;
  }
}

export async function stopRequest(): Promise<void> {
  const { underWay } = stateOf(profileNow());
  if (underWay !== null) await host.call('request.stop', { requestId: underWay });
}

/** Answers that can be looked at again. */
export async function readEarlier(profileId: string = profileNow()): Promise<void> {
  const result = await host.call('request.list', {});
  // Another service was chosen meanwhile: these are its answers.
  if (result.ok && profileNow() === profileId) change(profileId, { earlier: result.value.answers });
}

/** Shows an answer again; nothing is sent. */
export async function openAnswer(requestId: string): Promise<void> {
  const profileId = profileNow();
  const result = await host.call('request.open', { requestId });
  change(
    profileId,
    result.ok ? { answer: result.value.answer, problem: null } : { problem: result.error },
  );
}

export async function removeAnswer(requestId: string): Promise<void> {
  const profileId = profileNow();
  const result = await host.call('request.remove', { requestId });
  if (!result.ok) {
    change(profileId, { problem: result.error });
    return;
  }
  if (stateOf(profileId).answer?.requestId === requestId) change(profileId, { answer: null });
  await readEarlier();
}

export async function saveAnswer(requestId: string): Promise<SaveOutcome> {
  return fileOutcome(await host.call('request.save', { requestId }));
}
