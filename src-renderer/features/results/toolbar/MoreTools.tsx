import { ActionIcon, Menu, Tooltip, VisuallyHidden } from '@mantine/core';
import { Check, Ellipsis } from 'lucide-react';
import { useRef, useState, type ComponentPropsWithRef } from 'react';
import { keyNames } from '../../../components/words.ts';
import { PageMenu } from '../../../components/popups.tsx';
import type { Bar, ToolLine } from './bar.ts';
import { toolsInMenu } from './giving-way.ts';
import classes from './Toolbar.module.css';

/** The tools that the bar has no room for. What they open opens below this button. */
export function MoreTools({ forms, lines }: Bar) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [tools, setTools] = useState<readonly ToolLine[]>([]);
  const open = (wanted: boolean): void => {
    if (wanted) setTools(toolsInMenu(forms).flatMap((name) => lines.get(name)?.() ?? []));
    setOpen(wanted);
  };
  const first = tools.find(({ isDisabled }) => !isDisabled);
  return (
    <PageMenu opened={isOpen} onChange={open} position="bottom-end" width={264}>
      <Menu.Target>
        <MoreButton ref={button} isOpen={isOpen} />
      </Menu.Target>
      <Menu.Dropdown>
        {tools.map(({ label, icon: Icon, keys, isPressed, isDisabled, act }) => (
          <Menu.Item
            key={label}
            // By itself Mantine gives the focus to the first item, also to one that can't have it.
            data-autofocus={label === first?.label || undefined}
            leftSection={<Icon size={14} aria-hidden />}
            rightSection={<Beside keys={keys} isOn={isPressed === true} />}
            disabled={isDisabled}
            onClick={() => {
              // From here the focus goes into what is opened, and back to here.
              button.current?.focus();
              act();
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </PageMenu>
  );
}

interface MoreButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color'> {
  isOpen: boolean;
}

function MoreButton({ isOpen, className, ...rest }: MoreButtonProps) {
  return (
    <Tooltip label="More tools" disabled={isOpen}>
      <ActionIcon
        aria-label="More tools"
        data-more-tools
        // The menu gives it a class too.
        className={`${classes.more} ${className ?? ''}`}
        {...rest}
      >
        <Ellipsis aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function Beside({ keys, isOn }: { keys: string | undefined; isOn: boolean }) {
  return (
    <>
      {isOn && (
        <>
          <Check size={14} aria-hidden />
          <VisuallyHidden>(on)</VisuallyHidden>
        </>
      )}
      {keys !== undefined && (
        <kbd aria-hidden className={classes.keys}>
          {keyNames(keys)}
        </kbd>
      )}
    </>
  );
}
