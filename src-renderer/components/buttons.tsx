/** Secondary buttons, all of them small, with a border or without one; and lines that are buttons. */
import {
  Button,
  type ButtonProps,
  FileButton as MantineFileButton,
  type FileButtonProps,
  Flex,
} from '@mantine/core';
import { FileUp, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type ComponentPropsWithRef, useRef } from 'react';
import { showOpenFile } from '#renderer/state/files.ts';

export interface SmallButtonProps
  extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** Before its label. */
  icon?: LucideIcon;
}

export const SmallButton = ({ icon: Icon, ...props }: SmallButtonProps) => (
  <Button
    size="xs"
    variant="default"
    leftSection={Icon === undefined ? undefined : <Icon size={14} />}
    {...props}
  />
);

/** For rare actions, or beside something more important. */
export const QuietButton = (props: SmallButtonProps) => (
  <SmallButton variant="subtle" color="gray" {...props} />
);

/** A line of a list, or a name, that leads somewhere. */
export const RowButton = (props: ComponentProps<typeof Flex<'button'>>) => (
  <Flex
    component="button"
    type="button"
    align="center"
    miw={0}
    bdrs="var(--radius-control)"
    data-hovers
    {...props}
  />
);

/** Browsers don't report a file that the input already has, though it may have changed since. */
export function FileButton({ onChange, ...props }: FileButtonProps) {
  const reset = useRef<() => void>(null);
  return (
    <MantineFileButton
      resetRef={reset}
      {...props}
      onChange={(file) => {
        reset.current?.();
        onChange(file);
      }}
    />
  );
}

export const OpenFileButton = () => (
  <SmallButton icon={FileUp} onClick={() => showOpenFile()}>
    Open a file…
  </SmallButton>
);
