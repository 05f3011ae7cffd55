/** A button of the toolbar: icon and words, of which a narrow window shows the icon only. */
import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { useMediaQuery, useMergedRef } from '@mantine/hooks';
import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { useOfferedButton } from '../../components/commands/commands.ts';
import { keyNames } from '../../components/key-names.ts';
import classes from './ToolButton.module.css';

const wordless = {
  icon: 'all',
  usual: '(width <= 1480px)',
  high: '(width <= 1100px)',
} as const;

interface ToolButtonProps
  extends
    Omit<ButtonProps, 'size' | 'children'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** Its name, and its words where there is room. */
  label: string;
  icon: LucideIcon;
  /** How long it keeps its words while the window gets narrower; `icon` never has them. */
  priority?: keyof typeof wordless;
  /** For a button that stays pressed: whether it is. */
  isPressed?: boolean;
  /** What the pointer is told beside the name. */
  keys?: string;
}

export function ToolButton(props: ToolButtonProps) {
  const { label, icon: Icon, priority = 'usual', isPressed, keys, ref, ...rest } = props;
  const offered = useOfferedButton('rows', {
    title: label,
    detail: isPressed === undefined ? null : isPressed ? 'on' : 'off',
    icon: Icon,
    ...(keys === undefined ? {} : { keys }),
  });
  const button = useMergedRef(ref, offered);
  const isIcon = useMediaQuery(wordless[priority], false, { getInitialValueInEffect: false });
  return (
    <Tooltip
      label={keys === undefined ? label : `${label} (${keyNames(keys)})`}
      // What it has opened says the same.
      disabled={!isIcon || rest['aria-expanded'] === true}
    >
      <Button
        ref={button}
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-pressed={isPressed}
        className={[
          classes.tool,
          isIcon ? classes.icon : '',
          isPressed === true ? classes.pressed : '',
        ].join(' ')}
        leftSection={isIcon ? null : <Icon aria-hidden />}
        {...rest}
      >
        {isIcon ? <Icon aria-hidden /> : label}
      </Button>
    </Tooltip>
  );
}
