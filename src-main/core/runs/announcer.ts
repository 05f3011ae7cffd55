/**
 * Tells of changes at a pace that the listener can follow: pages may come a hundred a second, and
 * each would redraw the grid. The last change is always told.
 */

/**
 * `now`: without waiting, because the subject came to rest. `soon`: at once unless it was told a
 * moment ago. `later`: after a pause in any case.
 */
export type Urgency = 'now' | 'soon' | 'later';

export interface Announcer<T> {
  announce(subject: T, urgency: Urgency): void;
  /** Forgets what waits of these. */
  drop(isDropped: (subject: T) => boolean): void;
  /** Drops all that waits. */
  close(): void;
}

/** @param pauseMs between two tellings of one subject. */
export function createAnnouncer<T>(tell: (subject: T) => void, pauseMs: number): Announcer<T> {
  const told = new Map<T, number>();
  const waiting = new Map<T, ReturnType<typeof setTimeout>>();

  const tellNow = (subject: T): void => {
    clearTimeout(waiting.get(subject));
    waiting.delete(subject);
    told.set(subject, performance.now());
    tell(subject);
  };

  const pauseFor = (subject: T, urgency: Urgency): number => {
    if (urgency === 'now') return 0;
    if (urgency === 'later') return pauseMs;
    return pauseMs - (performance.now() - (told.get(subject) ?? Number.NEGATIVE_INFINITY));
  };

  return {
    announce(subject, urgency) {
      const pause = pauseFor(subject, urgency);
      if (pause <= 0) tellNow(subject);
      else if (!waiting.has(subject)) {
        waiting.set(
          subject,
          setTimeout(() => tellNow(subject), pause),
        );
      }
    },
    drop(isDropped) {
      for (const [subject, timer] of waiting) {
        if (!isDropped(subject)) continue;
        clearTimeout(timer);
        waiting.delete(subject);
      }
      for (const subject of told.keys()) if (isDropped(subject)) told.delete(subject);
    },
    close() {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
