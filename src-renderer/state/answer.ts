/** What the window asks main while something is on screen. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';

/** The last answer from main; `problem`: why the current question has none. */
interface Answer<T> {
  value: T | null;
  problem: Problem | null;
}

/**
 * Asks main when mounted, and again when `key` changes; null: asks nothing. `ask` may only depend on
 * what is in the key. The previous answer remains until the next one.
 */
export function useAnswer<T>(key: string | null, ask: () => Promise<Result<T>>): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ value: null, problem: null });
  const latest = useEffectEvent(ask);
  useEffect(() => {
    if (key === null) return undefined;
    let isLatest = true;
    const read = async (): Promise<void> => {
      const result = await latest();
      if (!isLatest) return;
      setAnswer(({ value }) =>
        result.ok ? { value: result.value, problem: null } : { value, problem: result.error },
      );
    };
    void read();
    return () => {
      isLatest = false;
    };
  }, [key]);
  return answer;
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
