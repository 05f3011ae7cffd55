/** Whether an element is on screen or was: what nobody scrolls to is never asked for. */
import { useEffect, useRef, useState, type RefObject } from 'react';

/** A little before it comes. */
const margin = '200px';

/**
 * `stays`: true from the first time on; else only while it is on screen. Where the browser can't
 * tell, everything is.
 */
export function useInSight<T extends Element>(): [ref: RefObject<T | null>, isInSight: boolean] {
  const ref = useRef<T | null>(null);
  const [isInSight, setInSight] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => setInSight(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isInSight];
}
