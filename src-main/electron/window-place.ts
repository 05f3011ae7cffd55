/** Where the window opens: where it was, if that is still on a screen. */
import type { BrowserWindow, Rectangle } from 'electron';
import type { Memory, Remembered } from './remembered.ts';

export type Place = Partial<Pick<Rectangle, 'x' | 'y'>> & Pick<Rectangle, 'width' | 'height'>;

const usual: Place = { width: 1280, height: 800 };

/** So much of the title bar must be in sight, in px, for a hand to catch the window. */
const handle = { width: 120, height: 24 };

/** @param areas Of all screens, without task bars. */
export function placeFor({ bounds }: Pick<Memory, 'bounds'>, areas: readonly Rectangle[]): Place {
  if (bounds === null) return usual;
  const area = areas.find((one) => catchable(bounds, one));
  // On a screen that is gone: its size still fits, its place does not.
  const room = area ?? areas[0] ?? bounds;
  const size = {
    width: Math.min(bounds.width, room.width),
    height: Math.min(bounds.height, room.height),
  };
  return area === undefined ? size : { x: bounds.x, y: bounds.y, ...size };
}

function catchable(bounds: Rectangle, area: Rectangle): boolean {
  const left = Math.max(bounds.x, area.x);
  const right = Math.min(bounds.x + bounds.width, area.x + area.width);
  const isInSight = bounds.y >= area.y && bounds.y + handle.height <= area.y + area.height;
  return isInSight && right - left >= handle.width;
}

/** While it is dragged, its place changes with every frame. */
const restMs = 400;

/** Keeps the window's place in memory from now on: at rest, so that a power cut loses little. */
export function rememberPlace(
  window: Pick<BrowserWindow, 'on' | 'getNormalBounds' | 'isMaximized' | 'isDestroyed'>,
  remembered: Remembered,
): void {
  let timer: NodeJS.Timeout | null = null;
  const keep = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (window.isDestroyed()) return;
    remembered.change({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  };
  const keepSoon = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(keep, restMs);
    timer.unref();
  };
  window.on('resize', keepSoon);
  window.on('move', keepSoon);
  window.on('close', keep);
}
