import { Text, UnstyledButton } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Table } from 'lucide-react';
import { Tag } from './page/Page.tsx';
import classes from './texts.module.css';

interface TextLinkProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  /** Beside a text and not in it: underlined only under the pointer. */
  alone?: boolean;
}

/** A button that reads as a part of the text: an example, another page, more options. */
export function TextLink({ alone = false, ...props }: TextLinkProps) {
  return <UnstyledButton {...props} className={classes.link} data-alone={alone} />;
}

interface FieldNameProps {
  /** The plain word. */
  label: string;
  /** The service's name of it. */
  field: string;
}

/** A field by its plain word, and by the service's name where that is another. */
export function FieldName({ label, field }: FieldNameProps) {
  return (
    <>
      <Text span inherit truncate flex="1 0 auto" maw="70%">
        {label}
      </Text>{' '}
      <TechnicalName label={label} field={field} />
    </>
  );
}

/** The service's name alone, beside a heading that has the plain word. */
export function TechnicalName({ label, field }: FieldNameProps) {
  return (
    label !== field && (
      <Text component="code" truncate fz={11} miw={0} c="dimmed">
        {field}
      </Text>
    )
  );
}

/** Before an address: "GET". */
export function MethodTag({ children }: { children: string }) {
  return (
    <Tag ff="monospace" fw={400}>
      {children}
    </Tag>
  );
}

interface PlainTextProps {
  /** What it is, for screen readers. */
  label: string;
  text: string;
}

/** A text character for character, in a frame that scrolls. */
export function PlainText({ label, text }: PlainTextProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
    <pre className={classes.text} tabIndex={0} dir="ltr" aria-label={label}>
      {text}
    </pre>
  );
}

/** Where a request goes, whole, before it is sent. */
export function RequestAddress({ children }: { children: string }) {
  return (
    <code className={classes.address} dir="ltr">
      {children}
    </code>
  );
}

/** The mark of the application. */
export function Brand({ size }: { size: 20 | 36 }) {
  return (
    <span className={classes.brand} data-size={size}>
      <Table size={size === 20 ? 13 : 22} strokeWidth={2.25} />
    </span>
  );
}

interface FramedTableProps {
  /** The accessible name. */
  name: string;
  head: readonly string[];
  /** Which columns are numbers: all after the first, the last only, or none. */
  numbers: 'afterFirst' | 'last' | 'none';
  /** In px; what is longer scrolls. Without it, the frame is as high as its rows. */
  height?: number;
  /** The rows. */
  children: ReactNode;
  /** Below the rows, in the frame. */
  after?: ReactNode;
}

/** A table of numbers in a frame that scrolls, its head always in sight. */
export function FramedTable({ name, head, numbers, height, children, after }: FramedTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
    <section className={classes.frame} tabIndex={0} aria-label={name} style={{ height }}>
      <table className={classes.table} data-numbers={numbers}>
        <TableHead names={head} />
        <tbody>{children}</tbody>
      </table>
      {after}
    </section>
  );
}

/** The names over the columns of a small table. */
export function TableHead({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
