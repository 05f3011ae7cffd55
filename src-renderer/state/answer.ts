/** What is asked of main for something on screen, as long as it is there. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';

/** What main said last; `problem`: why it couldn't say it of what is asked now. */
interface Answer<T> {
  value: T | null;
  problem: Problem | null;
}

/**
 * Asks main when drawn, and again when `key` is another one; null: asks nothing. `ask` may use
 * nothing that the key doesn't tell. What was answered before stays until the next answer.
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

/** What keeps something from being done; null when it was, and `take` took over what came of it. */
export async function problemOf<T>(
  asked: Promise<Result<T>>,
  take?: (value: T) => unknown,
): Promise<Problem | null> {
  const result = await asked;
  if (!result.ok) return result.error;
  await take?.(result.value);
  return null;
}
