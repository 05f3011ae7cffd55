import { useEffect, useState } from 'react';

/** True once `state` has been true for `ms`: what passes quickly is not worth a word. */
export function useLasting(state: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!state) return undefined;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [state, ms]);
  return state && lasts;
}
