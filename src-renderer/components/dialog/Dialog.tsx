/** A dialog and its parts, and the small one beside what opens it. */
import {
  Button,
  Group,
  Modal,
  type ModalProps,
  Popover,
  type PopoverDropdownProps,
  type PopoverProps,
  Stack,
  Text,
} from '@mantine/core';
import {
  createContext,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { type Attempt, useAction, useFirstFocus } from '../hooks.ts';
import { ActionProblem } from '../problems/ProblemCard.tsx';

interface Around {
  close: () => void;
  /** Of what is drawn in it, which takes the focus. */
  first: Ref<HTMLFormElement>;
}

const Around = createContext<Around>({ close: () => undefined, first: null });

/** Mantine's modal. Its first field, or the button that is marked, takes the focus as soon as it is on screen. */
export function Dialog({ children, ...props }: ModalProps) {
  const first = useFirstFocus(props.opened);
  return (
    <Modal {...props}>
      <span ref={first} hidden />
      <Around value={{ close: props.onClose, first }}>{children}</Around>
    </Modal>
  );
}

interface DialogOfProps<T> extends Omit<ModalProps, 'opened' | 'title' | 'children'> {
  /** The subject of the dialog; null: closed. */
  of: T | null;
  title: string | ((of: T) => string);
  children: (of: T) => ReactNode;
}

/**
 * A dialog about a subject, open while there is one. While it fades out it still shows the subject, and
 * nothing in it can be pressed again.
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

interface DialogFormProps {
  /** The words of its main button. */
  submit: ReactNode;
  /** Returns what went wrong, null if the dialog is to close, and nothing if it stays. */
  act: () => Outcome | Promise<Outcome>;
  isDisabled?: boolean;
  /** Given if a field shows its problem, which is otherwise above the buttons. */
  action?: Attempt;
  /** Left of *Cancel*: further actions. */
  before?: ReactNode;
  cancel?: string | null;
  /** The button with the focus, where there is no field. */
  focus?: 'submit' | 'cancel';
  icon?: ReactNode;
  children: ReactNode;
}

export type Outcome = Problem | null | undefined;

/**
 * A form or a question, its buttons last: what is submitted is done once at a time, says what went
 * wrong, and closes the dialog. The form itself reports invalid entries.
 */
export function DialogForm(props: DialogFormProps) {
  const { submit, act, isDisabled = false, action, before, cancel, focus, icon, children } = props;
  const { close, first } = useContext(Around);
  const own = useAction();
  const { busy, run } = action ?? own;
  // In place of a dialog that was closed meanwhile another may be open.
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  const start = async (): Promise<Problem | null> => {
    const outcome = await act();
    if (outcome === null && isHere.current) close();
    return outcome ?? null;
  };
  return (
    <form
      ref={first}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // In React's tree a dialog is inside the form that opened it, which would ask its question.
        event.stopPropagation();
        if (!isDisabled) run(start);
      }}
    >
      <DialogBody>
        {children}
        <ActionProblem action={own} />
        <DialogButtons before={before}>
          {cancel !== null && (
            <Button
              variant="default"
              onClick={close}
              data-autofocus={focus === 'cancel' || undefined}
            >
              {cancel ?? 'Cancel'}
            </Button>
          )}
          <Button
            type="submit"
            leftSection={icon}
            loading={busy}
            disabled={isDisabled}
            data-autofocus={focus === 'submit' || undefined}
          >
            {submit}
          </Button>
        </DialogButtons>
      </DialogBody>
    </form>
  );
}

/** A question, its buttons last. */
export const DialogBody = ({ children }: { children: ReactNode }) => (
  <Stack gap={14}>{children}</Stack>
);

/** A message that can only be read. */
export function DialogNews({ children, close = 'Close' }: { children: ReactNode; close?: string }) {
  return (
    <DialogForm submit={close} act={() => null} cancel={null} focus="submit">
      {children}
    </DialogForm>
  );
}

/** A note on what to know before deciding. */
export const DialogNote = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="var(--text-2)" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
);

interface DialogButtonsProps {
  /** Left of *Cancel*: further actions. */
  before?: ReactNode;
  /** Omitted if there is nothing to cancel. */
  onCancel?: () => void;
  /** The dialog's main buttons. */
  children: ReactNode;
}

export const DialogButtons = ({ before, onCancel, children }: DialogButtonsProps) => (
  <Group
    gap={8}
    wrap="nowrap"
    justify="flex-end"
    // Over the padding of Mantine's body.
    data-stays
    pt={4}
    pb={20}
    mb={-20}
  >
    {before}
    {onCancel !== undefined && (
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    )}
    {children}
  </Group>
);

interface PanelPopoverProps extends PopoverProps {
  opened: boolean;
  /** The panel's name. */
  label: string;
  /** The element that opens it. */
  target: ReactNode;
  panel?: Pick<PopoverDropdownProps, 'h' | 'mih'>;
}

/** A small dialog below the element that opens it: it traps the focus and returns it. */
export function PanelPopover({ label, target, panel, children, ...popover }: PanelPopoverProps) {
  const first = useFirstFocus(popover.opened);
  return (
    <Popover
      position="bottom-start"
      offset={4}
      // Mantine's roles label the panel with its target, which says something else.
      withRoles={false}
      trapFocus
      returnFocus
      {...popover}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is Mantine’s.
        role="dialog"
        aria-label={label}
        p={0}
        maw="calc(100vw - 24px)"
        mah="calc(100dvh - 8px)"
        display="flex"
        style={{ flexDirection: 'column', overflowY: 'auto' }}
        {...panel}
      >
        <span ref={first} hidden />
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
