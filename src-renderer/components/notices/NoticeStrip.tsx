import { Flex, Text } from '@mantine/core';
import {
  type NotificationData,
  Notifications,
  notifications,
  notificationsStore,
} from '@mantine/notifications';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { SaveOutcome } from '#renderer/state/exports.ts';
import { redoKeys, undoKeys, useOffer } from '../actions.tsx';
import classes from '../page/Page.module.css';
import { TextLink } from '../texts.tsx';

/** Mantine's notifications, in the strip. */
export function NoticeStrip() {
  useEffect(() => {
    noticeHost.classList.add(classes.host ?? '');
    const stops = [watchPointer(), keepHeightForMenus()];
    return () => stops.forEach((stop) => stop());
  }, []);
  // Mounted before all that could have these keys, it is asked first.
  useOffer('tabs', () =>
    Object.entries(isShown(latest?.id) ? (latest?.actions ?? {}) : {}).flatMap(([label, act]) => {
      const keys = keysOfNotices[label];
      return keys === undefined ? [] : [{ label, keys, detail: latest?.text ?? null, act }];
    }),
  );
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
 * A slot for notices, as high as they are. An inner slot wins over that of the page: a page with a bar
 * at its foot has one above it, so that no button of the bar moves.
 */
export function NoticeSlot({ isInner = false }: { isInner?: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => (element.current === null ? undefined : offerSlot({ element: element.current, isInner })),
    [isInner],
  );
  // Directly before the bar, even if other parts are displayed below the rows.
  return <div ref={element} style={isInner ? { order: 2 } : undefined} />;
}

/**
 * The single element that contains notices. It is in the flow of the page, in the innermost slot on
 * screen, so it takes space at the edge and never covers anything.
 */
const host = document.createElement('div');

/** The element that contains notices, for portals. */
export const noticeHost = host;

interface Slot {
  element: HTMLElement;
  /** Inside another one, so it wins. */
  isInner: boolean;
}

const slots: Slot[] = [];

const moveHost = (): void => {
  const slot = slots.findLast(({ isInner }) => isInner) ?? slots.at(-1);
  if (slot !== undefined && host.parentElement !== slot.element) slot.element.append(host);
};

/** Adds a slot for notices; returns a function that removes it. */
function offerSlot(slot: Slot): () => void {
  slots.push(slot);
  moveHost();
  return () => {
    slots.splice(slots.indexOf(slot), 1);
    moveHost();
  };
}

/**
 * Makes a notice that appears under a resting pointer ignore it: until the pointer moves, the notice
 * takes no click and isn't kept on screen. Returns a function that stops watching.
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

/**
 * Keeps the height of the strip while a menu is open: the menu would move with the button it hangs on,
 * and another line of it would come under the pointer. A notice that appears meanwhile covers rows.
 * Returns a function that stops this.
 */
export function keepHeightForMenus(): () => void {
  let height = 0;
  const isMenuOpen = (): boolean => document.querySelector('[role="menu"]') !== null;
  const observer = new ResizeObserver(() => {
    if (isMenuOpen()) {
      host.style.height = `${height}px`;
      host.dataset['keepsHeight'] = '';
    } else height = host.offsetHeight;
  });
  observer.observe(host);
  const release = (): void => {
    if (isMenuOpen()) return;
    host.style.height = '';
    delete host.dataset['keepsHeight'];
  };
  for (const kind of ['pointermove', 'keyup']) window.addEventListener(kind, release);
  return () => {
    observer.disconnect();
    for (const kind of ['pointermove', 'keyup']) window.removeEventListener(kind, release);
  };
}

interface ActionMessageProps {
  text: string;
  /** Buttons, by their labels. */
  actions: Readonly<Record<string, () => void>>;
  /** Shows the whole text, on as many lines as it needs. */
  wraps?: boolean;
}

/** A notification that says what was done and offers actions. */
export const ActionMessage = ({ text, actions, wraps = false }: ActionMessageProps) => (
  <Flex component="span" align="center" gap={16}>
    <Text span inherit truncate={!wraps} miw={0} style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
    {Object.entries(actions).map(([words, act]) => (
      <Text key={words} span inherit flex="none" fw={600}>
        <TextLink onClick={act}>{words}</TextLink>
      </Text>
    ))}
  </Flex>
);

interface ShownActions extends ActionMessageProps, Pick<NotificationData, 'id' | 'autoClose'> {
  onClose?: () => void;
}

const keysOfNotices: Readonly<Record<string, string>> = { Undo: undoKeys, Redo: redoKeys };

const isShown = (id: string | undefined): boolean =>
  notificationsStore.getState().notifications.some((one) => one.id === id);

/** The last notice: while it is on screen, its *Undo* and *Redo* have their keys. */
let latest: (ActionMessageProps & { id: string }) | null = null;

/** Something was done since that is undone without a notice: the keys are no longer for one, and `id` goes. */
export function outdateNotice(id: string): void {
  notifications.hide(id);
  latest = null;
}

/**
 * Says what was done and offers actions: once, since each of them hides the notification. Replaces that of
 * the same `id`.
 */
export function showActions({ text, actions, wraps = false, ...notice }: ShownActions): void {
  if (notice.id !== undefined) notifications.hide(notice.id);
  const hiding = Object.entries(actions).map(([words, act]) => {
    const actOnce = (): void => {
      notifications.hide(id);
      act();
    };
    return [words, actOnce] as const;
  });
  const once = Object.fromEntries(hiding);
  const message = <ActionMessage text={text} actions={once} wraps={wraps} />;
  const id = notifications.show({ ...notice, message });
  latest = { id, text, actions: once };
}

/** Long enough to read it, find a button and reach it by keyboard. */
export const longMs = 15_000;

/** Says what went wrong, if anything did. */
export function showProblem(problem: Problem | null): void {
  if (problem === null) return;
  notifications.show({ message: `${problem.title} ${problem.advice}`, autoClose: longMs });
}

/**
 * Reports where a file was saved; cancelling is not a problem. For `useAction`.
 * @param what "the picture", if the message names it.
 */
export async function saveAndReport(
  saving: Promise<SaveOutcome>,
  { onSaved, what }: { onSaved?: () => void; what?: string } = {},
): Promise<Problem | null> {
  const outcome = await saving;
  if (outcome.kind === 'saved') {
    const { name } = outcome;
    onSaved?.();
    notifications.show({
      message: what === undefined ? `Saved as ${name}.` : `Saved ${what} to ${name}`,
    });
  }
  return outcome.kind === 'problem' ? outcome.problem : null;
}
