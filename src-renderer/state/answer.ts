/** What the window asks main while something is on screen. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';

/** The latest answer from main, even while another is being requested; null if it was a problem. */
export interface Answer<T> {
  value: T | null;
  problem: Problem | null;
  /** The answer is that of an earlier question, or there is none yet. */
  isPending: boolean;
}

/** Asks main a question when mounted, and again when it changes (as JSON); null: asks nothing. */
export function useAnswer<Question, T>(
  question: Question | null,
  ask: (question: Question) => Promise<Result<T>>,
): Answer<T> {
  const key = question === null ? null : JSON.stringify(question);
  const [answer, setAnswer] = useState<{ key: string; result: Result<T> } | null>(null);
  const latest = useEffectEvent(() => (question === null ? null : ask(question)));
  useEffect(() => {
    if (key === null) return undefined;
    let isLatest = true;
    const read = async (): Promise<void> => {
      const result = await latest();
      if (isLatest && result !== null) setAnswer({ key, result });
    };
    void read();
    return () => {
      isLatest = false;
    };
  }, [key]);
  const result = answer?.result;
  return {
    value: result?.ok === true ? result.value : null,
    problem: result?.ok === false ? result.error : null,
    isPending: key !== null && answer?.key !== key,
  };
}

/** Returns the problem of a call; null if it succeeded and `take` has processed its result. */
export async function problemOf<T>(
  asked: Promise<Result<T>>,
  take?: (value: T) => unknown,
): Promise<Problem | null> {
  const result = await asked;
  if (!result.ok) return result.error;
  await take?.(result.value);
  return null;
}
