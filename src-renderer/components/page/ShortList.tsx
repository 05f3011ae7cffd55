/** A few things to begin with, on the start page: each opened by a click, with a button beside it. */
import { Group, Text } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './Page.module.css';

interface ShortListProps {
  title: string;
  icon: LucideIcon;
  /** Beside the title. */
  aside?: ReactNode;
  /** `ShortListRow`s. */
  children: ReactNode;
}

export function ShortList({ title, icon: Icon, aside, children }: ShortListProps) {
  return (
    <section aria-label={title}>
      <Group component="h3" gap={6} fz={12} fw={500} c="var(--text-2)">
        <Icon size={14} />
        {title}
        {aside}
      </Group>
      <ul className={classes.shortList}>{children}</ul>
    </section>
  );
}

interface ShortListRowProps {
  icon?: ReactNode;
  title: string;
  /** Quieter, behind the title. */
  detail: ReactNode;
  onOpen: () => void;
  /** What else can be done with it. */
  action?: ReactNode;
}

export function ShortListRow({ icon, title, detail, onOpen, action }: ShortListRowProps) {
  return (
    <Group component="li" gap={4} wrap="nowrap">
      <button type="button" className={classes.shortRow} onClick={onOpen}>
        {icon}
        <Text span inherit truncate fw={500} dir="auto">
          {title}
        </Text>
        <Text span size="xs" c="dimmed" flex="none">
          {detail}
        </Text>
      </button>
      {action}
    </Group>
  );
}
