/** A button of the toolbar: icon and words, of which a narrow bar shows less (giving-way.ts). */
import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { useOfferedButton } from '../../../components/commands/commands.ts';
import { keyNames } from '../../../components/words.ts';
import { useToolForm, useToolLine } from './bar.ts';
import type { ToolName } from './giving-way.ts';
import classes from './ToolButton.module.css';

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
  /** What the pointer is told beside the name. */
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
  const told = [form === 'words' ? [] : [name], hint ?? []].flat();
  return (
    <Tooltip
      label={told.join('. ')}
      // What it has opened says the same.
      disabled={told.length === 0 || rest['aria-expanded'] === true}
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
        classNames={{ label: classes.content ?? '' }}
        {...rest}
      >
        <Icon aria-hidden />
        <span className={classes.words}>{label}</span>
      </Button>
    </Tooltip>
  );
}
