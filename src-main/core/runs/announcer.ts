/**
 * Throttles notifications of changes: a hundred pages a second may arrive, and each would redraw the
 * grid. The last change is always reported.
 */

/**
 * `now`: immediately, because the subject is idle. `soon`: immediately unless it was reported a moment
 * ago. `later`: always after a pause.
 */
type Urgency = 'now' | 'soon' | 'later';

/** @param pauseMs between two notifications of one subject. */
export function createAnnouncer<T>(notify: (subject: T) => void, pauseMs: number) {
  const notifiedAt = new Map<T, number>();
  const waiting = new Map<T, ReturnType<typeof setTimeout>>();

  const notifyNow = (subject: T): void => {
    clearTimeout(waiting.get(subject));
    waiting.delete(subject);
    notifiedAt.set(subject, performance.now());
    notify(subject);
  };

  const pauseFor = (subject: T, urgency: Urgency): number => {
    if (urgency === 'now') return 0;
    if (urgency === 'later') return pauseMs;
    return pauseMs - (performance.now() - (notifiedAt.get(subject) ?? Number.NEGATIVE_INFINITY));
  };

  return {
    announce(subject: T, urgency: Urgency): void {
      const pause = pauseFor(subject, urgency);
      if (pause <= 0) notifyNow(subject);
      else if (!waiting.has(subject)) {
        waiting.set(
          subject,
          setTimeout(() => notifyNow(subject), pause),
        );
      }
    },
    /** Discards pending notifications of these subjects. */
    drop(isDropped: (subject: T) => boolean): void {
      for (const [subject, timer] of waiting) {
        if (!isDropped(subject)) continue;
        clearTimeout(timer);
        waiting.delete(subject);
      }
      for (const subject of notifiedAt.keys()) if (isDropped(subject)) notifiedAt.delete(subject);
    },
    /** Discards all pending notifications. */
    close(): void {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
