/**
 * Tells of changes at a pace that a window can follow: pages may come a hundred a second, and
 * each would redraw the grid. The last change is always told.
 */

export interface Announcer<T> {
  /** `now`: without waiting, because the subject came to rest. */
  announce(subject: T, now: boolean): void;
  /** Drops what waits. */
  close(): void;
}

/** Ten times a second looks like all the time. */
const pauseMs = 100;

export function createAnnouncer<T>(tell: (subject: T) => void): Announcer<T> {
  const told = new Map<T, number>();
  const waiting = new Map<T, ReturnType<typeof setTimeout>>();

  const tellNow = (subject: T): void => {
    clearTimeout(waiting.get(subject));
    waiting.delete(subject);
    told.set(subject, Date.now());
    tell(subject);
  };

  return {
    announce(subject, now) {
      const since = Date.now() - (told.get(subject) ?? 0);
      if (now || since >= pauseMs) {
        tellNow(subject);
      } else if (!waiting.has(subject)) {
        waiting.set(
          subject,
          setTimeout(() => tellNow(subject), pauseMs - since),
        );
      }
    },
    close() {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
