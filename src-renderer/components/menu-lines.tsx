/** The lines of a menu, as data. */
import { Box, Menu, Text } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { keyNames } from './words.ts';

export interface MenuLine {
  /** What it is told apart by, where its words are not enough. */
  key?: string;
  label: string;
  /** In place of the label: with a count, say. */
  words?: ReactNode;
  /** Null: room for one, so that words stand under words. */
  icon?: LucideIcon | null;
  /** The keys that do the same: `Alt+Shift+←`. */
  keys?: string | undefined;
  /** What else is said at its end. */
  end?: ReactNode;
  title?: string;
  isDisabled?: boolean;
  act?: (event: MouseEvent) => void;
  /** A step further instead of `act`. */
  further?: readonly MenuLine[];
}

interface MenuLinesProps {
  lines: readonly MenuLine[];
  iconSize?: number;
  /** The line that has the focus first: by itself Mantine takes one that can’t have it, too. */
  first?: MenuLine | undefined;
}

export function MenuLines({ lines, iconSize = 14, first }: MenuLinesProps) {
  return lines.map((line) => {
    const {
      label,
      words = label,
      icon: Icon,
      keys,
      end,
      title,
      isDisabled = false,
      act,
      further,
    } = line;
    const key = line.key ?? label;
    const picture =
      Icon === null ? (
        <Box component="span" display="block" w={iconSize} />
      ) : (
        Icon && <Icon size={iconSize} aria-hidden />
      );
    const hasEnd = keys !== undefined || (end !== undefined && end !== false);
    if (further !== undefined) {
      return (
        <Menu.Sub key={key}>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={picture}>{words}</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>
            <MenuLines lines={further} />
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      );
    }
    return (
      <Menu.Item
        key={key}
        data-autofocus={line === first || undefined}
        leftSection={picture}
        rightSection={
          hasEnd && (
            <>
              {end}
              {keys !== undefined && <MenuKeys>{keyNames(keys)}</MenuKeys>}
            </>
          )
        }
        title={title}
        disabled={isDisabled}
        onClick={act}
      >
        {words}
      </Menu.Item>
    );
  });
}

/** The keys that do the same as an item of a menu, at its end. */
export function MenuKeys({ children }: { children: string }) {
  return (
    <Text component="kbd" aria-hidden size="xs" ff="inherit" c="dimmed">
      {children}
    </Text>
  );
}
