/** A dialog, and what it is made of. */
import { Button, Modal, type ModalProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import classes from './Dialog.module.css';
import { useFirstFocus } from './use-first-focus.ts';

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

/** Something to fill in, its buttons last. */
export function DialogForm(props: Omit<ComponentProps<'form'>, 'className' | 'style'>) {
  return <form {...props} className={classes.body} />;
}

/** A question to answer, its buttons last. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>;
}

/** What is good to know before going on. */
export function DialogNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
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
    <div className={classes.buttons}>
      {before}
      {onCancel !== undefined && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
      {children}
    </div>
  );
}
