/** A button of the toolbar: icon and words, of which a narrow bar shows less (giving-way.ts). */
import { Button, Menu, Text, Tooltip, type ButtonProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { Clock, type LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { timeZoneSchema } from '#shared/contract/snapshot.ts';
import { PageMenu } from '#renderer/components/popups.tsx';
import { useOfferedButton } from '#renderer/components/commands/commands.ts';
import { offsetText } from '#renderer/components/dates.ts';
import { keyNames } from '#renderer/components/words.ts';
import { changePreferences } from '#renderer/state/preferences.ts';
import { useDateLook } from '../values/moments.ts';
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

/** Whose clock the dates of the rows are shown by. */
export function TimeZoneMenu({ disabled = false }: { disabled?: boolean }) {
  const [{ zone, now }] = useDateLook();
  return (
    <PageMenu position="bottom-end" width={240}>
      <Menu.Target>
        <ToolButton
          tool="dates"
          label={zone === 'utc' ? 'Dates in UTC' : 'Dates in local time'}
          icon={Clock}
          disabled={disabled}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Show dates in</Menu.Label>
        <Menu.RadioGroup
          value={zone}
          onChange={(chosen) => void changePreferences({ timeZone: timeZoneSchema.parse(chosen) })}
        >
          <Menu.RadioItem value="local">Local time ({offsetText(now, 'local')})</Menu.RadioItem>
          <Menu.RadioItem value="utc">UTC</Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </PageMenu>
  );
}

/** The keys that do the same as an item of a menu, at its end. */
export function MenuKeys({ children }: { children: string }) {
  return (
    <Text component="kbd" aria-hidden size="xs" ff="inherit" c="dimmed">
      {children}
    </Text>
  );
}
