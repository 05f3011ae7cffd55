/** Bars chosen by pointer or keys: one, or several beside each other. Pure. */

/** Places of the first and the last one. */
export interface Span {
  from: number;
  to: number;
}

/** Where the choosing began, and the end that moves. */
export interface Choosing {
  anchor: number;
  moving: number;
}

export const spanOf = ({ anchor, moving }: Choosing): Span => ({
  from: Math.min(anchor, moving),
  to: Math.max(anchor, moving),
});

export const isIn = (span: Span | null, place: number): boolean =>
  span !== null && place >= span.from && place <= span.to;

/** What a key makes of it; null when the key means nothing here. */
export function choosingAfter(
  before: Choosing | null,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  count: number,
): Choosing | null {
  const moving = placeAfter(before?.moving ?? null, key, count);
  if (moving === null) return null;
  return { anchor: shiftKey && before !== null ? before.anchor : moving, moving };
}

function placeAfter(place: number | null, key: string, count: number): number | null {
  const within = (wanted: number): number => Math.min(count - 1, Math.max(0, wanted));
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return place === null ? 0 : within(place + 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return place === null ? count - 1 : within(place - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
