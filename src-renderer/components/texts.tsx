import { isOwnField } from '#shared/contract/list.ts';
import { Center, Text, UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { ChevronRight, Table } from 'lucide-react';
import { useSnapshot } from '#renderer/state/app.ts';
import { Tag } from './page/Page.tsx';
import classes from './texts.module.css';

interface TextLinkProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  /** Beside a text rather than in it: underlined only on hover. */
  alone?: boolean;
}

/** A button that looks like part of the text: an example, another page, more options. */
export function TextLink({ alone = false, ...props }: TextLinkProps) {
  return <UnstyledButton {...props} className={classes.link} data-alone={alone} />;
}

interface FoldProps extends UnstyledButtonProps {
  /** Always visible: what it is, and what is known of it without opening it. */
  line: ReactNode;
  /** What is in it must be seen, because something is wrong there. */
  isHeld?: boolean;
  /** Of those that something else unfolds. */
  opened?: boolean;
  onChange?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A line that unfolds what most people don't need. */
export function Fold(props: FoldProps) {
  const { line, isHeld = false, opened, onChange, children, ...button } = props;
  const [isOpen, setOpen] = useUncontrolled({ value: opened, defaultValue: false, onChange });
  const id = useId();
  return (
    <>
      <UnstyledButton
        {...button}
        className={classes.fold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen || isHeld)}
      >
        <ChevronRight size={14} />
        {line}
      </UnstyledButton>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  );
}

/** A section of a page that most people don't need. */
export const FoldedSection = ({ title, ...fold }: { title: string } & Omit<FoldProps, 'line'>) => (
  <section aria-label={title}>
    <Fold line={title} fz={14} fw={600} {...fold} />
  </section>
);

interface FieldNameProps {
  /** The readable label. */
  label: string;
  /** The service's name for it. */
  field: string;
}

/** A field with its label, and with the service's name for those who want it. */
export const FieldName = ({ label, field }: FieldNameProps) => (
  <>
    <Text span inherit truncate flex="1 0 auto" maw="70%" title={field}>
      {label}
    </Text>{' '}
    <TechnicalName label={label} field={field} />
  </>
);

/** The service's name alone, beside a heading with the label. A person's own column is always marked. */
export function TechnicalName({ label, field }: FieldNameProps) {
  const isShown = useSnapshot(({ preferences }) => preferences.fieldNames);
  const isOwn = isOwnField(field);
  return (
    label !== field &&
    (isShown || isOwn) && (
      <Text component="code" truncate fz={11} miw={0} c="dimmed">
        {isOwn ? 'your own' : field}
      </Text>
    )
  );
}

/** The name of a group of fields, like the label of one. */
export const Legend = (props: { children: string }) => (
  <Text component="legend" size="xs" fw={500} pb={4} {...props} />
);

/** The method before an address: "GET". */
export const MethodTag = ({ children }: { children: string }) => (
  <Tag ff="monospace" fw={400}>
    {children}
  </Tag>
);

interface PlainTextProps {
  /** What it is, for screen readers. */
  label: string;
  text: string;
}

/** A text character for character, in a frame that scrolls. */
export const PlainText = ({ label, text }: PlainTextProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
  <pre className={classes.text} tabIndex={0} dir="ltr" aria-label={label}>
    {text}
  </pre>
);

/** A full address, before anything is sent to it. */
export const RequestAddress = ({ children }: { children: string }) => (
  <code className={classes.address} dir="ltr">
    {children}
  </code>
);

/** The logo of the application. */
export const Brand = ({ size }: { size: 20 | 36 }) => (
  <Center
    component="span"
    flex="none"
    w={size}
    h={size}
    bdrs={size === 20 ? 5 : 'lg'}
    bg="var(--accent)"
    c="var(--on-accent)"
  >
    <Table size={size === 20 ? 13 : 22} strokeWidth={2.25} />
  </Center>
);
