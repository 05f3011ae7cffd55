import { Flex } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { SaveOutcome } from '../../state/exports.ts';
import classes from '../page/Page.module.css';

/** Mantine's notifications, in the strip. */
export function NoticeStrip() {
  useEffect(() => {
    noticeHost.classList.add(classes.host ?? '');
    return watchPointer();
  }, []);
  return (
    <Notifications
      position="bottom-right"
      portalProps={{ target: noticeHost }}
      className={classes.strip}
      containerWidth="none"
      autoClose={6000}
      limit={3}
    />
  );
}

/**
 * A place for notices, as high as they are. An inner one goes before that of the page: a page with
 * a bar at its foot puts it above, so that no button of the bar moves.
 */
export function NoticeSlot({ isInner = false }: { isInner?: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => (element.current === null ? undefined : offerSlot({ element: element.current, isInner })),
    [isInner],
  );
  // Last but the bar, also where other parts are put below the rows.
  return <div ref={element} style={isInner ? { order: 2 } : undefined} />;
}

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
function offerSlot(slot: Slot): () => void {
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

interface ActionMessageProps {
  text: string;
  /** Buttons, by what they say. */
  actions: Readonly<Record<string, () => void>>;
  /** The whole text matters: it takes as many lines as it needs. */
  wraps?: boolean;
}

/** A notification that says what was done and offers what may come next. */
export function ActionMessage({ text, actions, wraps = false }: ActionMessageProps) {
  return (
    <Flex component="span" align="center" gap={16}>
      <span className={wraps ? classes.wholeText : classes.text}>{text}</span>
      {Object.entries(actions).map(([words, act]) => (
        <button key={words} type="button" className={classes.action} onClick={act}>
          {words}
        </button>
      ))}
    </Flex>
  );
}

/** A notification that says what was done and offers to undo it. */
export function UndoMessage({ text, onUndo }: { text: string; onUndo: () => void }) {
  return <ActionMessage text={text} actions={{ Undo: onUndo }} />;
}

/** Says where a file was saved; cancelling is no problem. For `useAction`. */
export async function saveAndSay(
  saving: Promise<SaveOutcome>,
  onSaved?: () => void,
): Promise<Problem | null> {
  const outcome = await saving;
  if (outcome.kind === 'saved') {
    onSaved?.();
    notifications.show({ message: `Saved as ${outcome.name}.` });
  }
  return outcome.kind === 'problem' ? outcome.problem : null;
}
