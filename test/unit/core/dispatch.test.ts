import { expect, it } from 'vitest';
import { createCall, type Handlers } from '#main/core/dispatch.ts';
import { refused } from '#main/core/problem-error.ts';

const callWhere = (error: Error) => {
  const fails = async (): Promise<never> => {
    throw error;
  };
  const handlers: Partial<Handlers> = {
    'run.next': fails,
    'run.stop': fails,
  };
  return createCall(handlers as Handlers, { report: () => undefined, failed: () => undefined });
};

it('a call that an error of our own ended is not said to have cost nothing where it may have', async () => {
  const runId = crypto.randomUUID();
  const costOf = async (error: Error, method: string, input: object) => {
    const result = await callWhere(error)(method, input);
    return result.ok ? null : [result.error.code, result.error.call];
  };
  const stumbled = new Error('Nobody expected this.');
  expect(await costOf(stumbled, 'run.next', { runId })).toEqual(['internal', 'unanswered']);
  expect(await costOf(stumbled, 'run.stop', { runId })).toEqual(['internal', 'noCall']);
  expect(await costOf(refused('No.'), 'run.next', { runId })).toEqual(['invalid_input', 'noCall']);
});
