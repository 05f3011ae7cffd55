/** A button of the toolbar: icon and words, of which a narrow window shows the icon only. */
import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { keyNames } from '../../components/key-names.ts';
import classes from './ToolButton.module.css';

interface ToolButtonProps
  extends
    Omit<ButtonProps, 'size' | 'children'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** Its name, and its words where there is room. */
  label: string;
  icon: LucideIcon;
  /** Never shows the words. */
  isSmall?: boolean;
  /** What the pointer is told beside the name. */
  keys?: string;
}

export function ToolButton({ label, icon: Icon, isSmall = false, keys, ...rest }: ToolButtonProps) {
  const isNarrow = useMediaQuery('(width <= 1100px)', false, { getInitialValueInEffect: false });
  const isIcon = isSmall || isNarrow;
  return (
    <Tooltip
      label={keys === undefined ? label : `${label} (${keyNames(keys)})`}
      // What it has opened says the same.
      disabled={!isIcon || rest['aria-expanded'] === true}
    >
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={label}
        className={isIcon ? classes.icon : undefined}
        leftSection={isIcon ? null : <Icon aria-hidden />}
        {...rest}
      >
        {isIcon ? <Icon aria-hidden /> : label}
      </Button>
    </Tooltip>
  );
}
