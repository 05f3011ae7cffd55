/**
 * The one element that holds what the program says in passing. It stands in the flow of the page,
 * in the innermost slot on screen, so it takes room at the edge and never covers anything.
 */
const host = document.createElement('div');

/** Where notices are drawn, for portals. */
export const noticeHost = host;

interface Slot {
  element: HTMLElement;
  /** Inside another one, so it goes first. */
  isInner: boolean;
}

const slots: Slot[] = [];

const place = (): void => {
  const slot = slots.findLast(({ isInner }) => isInner) ?? slots.at(-1);
  if (slot !== undefined && host.parentElement !== slot.element) slot.element.append(host);
};

/** Offers a place for notices; returns what takes it away again. */
export function offerSlot(slot: Slot): () => void {
  slots.push(slot);
  place();
  return () => {
    slots.splice(slots.indexOf(slot), 1);
    place();
  };
}

/**
 * A notice that appears under a resting pointer was not pointed at: until the pointer moves it takes
 * no click, and is not kept on screen. Returns what ends the watching.
 */
export function watchPointer(): () => void {
  let pointer = { x: -1, y: -1 };
  const onMove = ({ clientX: x, clientY: y }: PointerEvent): void => {
    if (x === pointer.x && y === pointer.y) return;
    pointer = { x, y };
    delete host.dataset['ignoresPointer'];
  };
  const onSize = (): void => {
    const { left, right, top, bottom } = host.getBoundingClientRect();
    const { x, y } = pointer;
    if (x >= left && x < right && y >= top && y < bottom) host.dataset['ignoresPointer'] = '';
  };
  const observer = new ResizeObserver(onSize);
  observer.observe(host);
  window.addEventListener('pointermove', onMove, { passive: true });
  return () => {
    observer.disconnect();
    window.removeEventListener('pointermove', onMove);
  };
}
