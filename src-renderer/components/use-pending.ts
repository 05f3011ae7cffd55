import { useRef, useState } from 'react';

/**
 * Runs an action once at a time: a second click while it is under way does nothing. Returns
 * whether it is, and the guarded action.
 */
export function usePending(action: () => Promise<void> | void): [boolean, () => void] {
  const [isPending, setPending] = useState(false);
  const isUnderWay = useRef(false);
  const start = async (): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setPending(true);
    try {
      await action();
    } finally {
      isUnderWay.current = false;
      setPending(false);
    }
  };
  return [isPending, () => void start()];
}
