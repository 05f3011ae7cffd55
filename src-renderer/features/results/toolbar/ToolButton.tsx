/** A button of the toolbar: icon and words, of which a narrow bar shows less (tool-forms.ts). */
import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { useOfferedButton } from '#renderer/components/commands/commands.ts';
import { keyNames } from '#renderer/components/words.ts';
import classes from './Toolbar.module.css';
import { useToolForm, useToolLine, type ToolName } from './tool-forms.ts';

interface ToolButtonProps
  extends
    Omit<ButtonProps, 'size' | 'children'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  tool: ToolName;
  /** Its name, and its words where there is room. */
  label: string;
  icon: LucideIcon;
  /** For a button that stays pressed: whether it is. */
  isPressed?: boolean;
  /** What the pointer is hints beside the name. */
  keys?: string;
  /** What it does, where the name doesn't say all of it. */
  hint?: string;
}

export function ToolButton(props: ToolButtonProps) {
  const { tool, label, icon: Icon, isPressed, keys, hint, ref, className, ...rest } = props;
  const offered = useOfferedButton('rows', {
    title: label,
    detail: isPressed === undefined ? null : isPressed ? 'on' : 'off',
    icon: Icon,
    ...(keys === undefined ? {} : { keys }),
  });
  useToolLine(tool, () => ({
    label,
    icon: Icon,
    keys,
    isPressed,
    isDisabled: rest.disabled === true,
    act: () => offered.current?.click(),
  }));
  const button = useMergedRef(ref, offered);
  const form = useToolForm(tool);
  const name = keys === undefined ? label : `${label} (${keyNames(keys)})`;
  const hints = [form === 'words' ? [] : [name], hint ?? []].flat();
  return (
    <Tooltip
      label={hints.join('. ')}
      // What it has opened says the same.
      disabled={hints.length === 0 || rest['aria-expanded'] === true}
    >
      <Button
        ref={button}
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-pressed={isPressed}
        data-tool={tool}
        data-form={form}
        // What it opens gives it a class too.
        className={[classes.tool, isPressed === true ? classes.pressed : '', className].join(' ')}
        styles={{ label: { gap: 8 } }}
        {...rest}
      >
        <Icon aria-hidden />
        <span className={classes.words}>{label}</span>
      </Button>
    </Tooltip>
  );
}
