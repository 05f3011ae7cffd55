/** A dialog, and what it is made of. */
import { Group, Text, Button, Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import classes from '../texts.module.css';

/** Mantine's modal, which takes the keys as soon as it is on screen. */
export function Dialog({ children, ...props }: ModalProps) {
  const first = useFirstFocus(props.opened);
  return (
    <Modal {...props}>
      <span ref={first} hidden />
      {children}
    </Modal>
  );
}

interface DialogOfProps<T> extends Omit<ModalProps, 'opened' | 'title' | 'children'> {
  /** What it is about; null: closed. */
  of: T | null;
  title: string | ((of: T) => string);
  children: (of: T) => ReactNode;
}

/**
 * A dialog about something, open as long as that is there. While it fades away it still shows it, and
 * nothing in it can be pressed a second time.
 */
export function DialogOf<T>({ of, title, children, ...props }: DialogOfProps<T>) {
  const [shown, setShown] = useState(of);
  if (of !== null && of !== shown) setShown(of);
  const words = typeof title === 'string' || shown === null ? title : title(shown);
  return (
    <Dialog {...props} opened={of !== null} title={typeof words === 'string' ? words : ''}>
      <div inert={of === null}>{shown !== null && children(shown)}</div>
    </Dialog>
  );
}

/** Something to fill in, its buttons last. What is wrong with it is said by the form itself. */
export function DialogForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      className={classes.body}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // For React a dialog lies in the form that opened it, which would ask its question.
        event.stopPropagation();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** A question to answer, its buttons last. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>;
}

/** Something that can only be read. */
export function DialogNews({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <DialogBody>
      <p>{children}</p>
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogButtons>
    </DialogBody>
  );
}

/** What is good to know before deciding. */
export function DialogNote({ children }: { children: ReactNode }) {
  return (
    <Text size="xs" c="var(--text-2)" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

interface DialogButtonsProps {
  /** Left of *Cancel*: what else can be done. */
  before?: ReactNode;
  /** Left out where there is nothing to cancel. */
  onCancel?: () => void;
  /** What the dialog is for. */
  children: ReactNode;
}

export function DialogButtons({ before, onCancel, children }: DialogButtonsProps) {
  return (
    <Group gap={8} wrap="nowrap" justify="flex-end">
      {before}
      {onCancel !== undefined && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
      {children}
    </Group>
  );
}

/**
 * Mantine moves the focus into a dialog by a timer, and keys are quicker than timers: what was typed
 * at once went to the page behind. Here the focus moves when the dialog's elements are there. For
 * what is around the dialog; returns the ref of an element inside.
 */
function useFirstFocus(opened: boolean): RefCallback<HTMLElement> {
  const inside = useRef<HTMLElement>(null);
  /** Mantine has noted where the focus was, to give it back: its effects run before those here. */
  const isNoted = useRef(false);
  useEffect(() => {
    isNoted.current = opened;
    if (opened) moveFocus(inside.current);
  }, [opened]);
  return useCallback((element: HTMLElement | null) => {
    inside.current = element;
    // With a transition the elements come a frame later.
    if (isNoted.current) moveFocus(element);
  }, []);
}

function moveFocus(inside: HTMLElement | null): void {
  const dialog = inside?.closest<HTMLElement>('[role="dialog"]');
  if (dialog == null || dialog.contains(document.activeElement)) return;
  (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog).focus({ preventScroll: true });
}
