/** The lesser buttons, small ones all of them: with a frame, or without one. */
import { Button, type ButtonProps } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';

interface SmallButtonProps
  extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** Before its words. */
  icon?: LucideIcon;
}

export function SmallButton({ icon: Icon, ...props }: SmallButtonProps) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={Icon === undefined ? undefined : <Icon size={14} />}
      {...props}
    />
  );
}

/** For what is done seldom, or beside something that matters more. */
export const QuietButton = (props: SmallButtonProps) => (
  <SmallButton variant="subtle" color="gray" {...props} />
);
