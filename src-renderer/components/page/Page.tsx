/** A page of the window, and the parts of pages. */
import {
  Anchor,
  Box,
  type BoxProps,
  Flex,
  Group,
  Stack,
  Text,
  Title,
  type TitleProps,
} from '@mantine/core';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import { RowButton } from '../buttons.tsx';
import classes from './Page.module.css';
import { pageAddress, type PageName, showPage } from '#renderer/state/app.ts';

interface PageProps {
  title: string;
  /** Before the name: the page above this one. */
  back?: ReactNode;
  /** Beside the name: a sentence, a search box, buttons. */
  aside?: ReactNode;
  /** The contents fill it and scroll themselves, in place of a column to read. */
  isFull?: boolean;
  children: ReactNode;
}

/** A page of the sidebar: a head with its name, and a body that scrolls. */
export const Page = ({ title, back, aside, isFull = false, children }: PageProps) => (
  <Stack gap={0} h="100%" mih={0}>
    <Group
      component="header"
      className={classes.head}
      data-column={!isFull || undefined}
      data-wraps
      gap={12}
      wrap="nowrap"
    >
      {back}
      <PageTitle order={1}>{title}</PageTitle>
      {aside}
    </Group>
    {isFull ? (
      <Stack gap={0} flex={1} mih={0}>
        {children}
      </Stack>
    ) : (
      <Stack data-scrolls className={classes.body} gap={28}>
        {children}
      </Stack>
    )}
  </Stack>
);

/** The title of a page, or of a separate screen. */
export const PageTitle = (props: TitleProps) => <Title size="h2" lts="-0.01em" {...props} />;

/** A sentence beside a page's name, cut if there is little room and out of sight if there is none. */
export const PageHint = ({ children }: { children: ReactNode }) => (
  <div className={classes.hint}>
    <Text inherit lineClamp={2} flex="1 1 120px" c="var(--text-2)">
      {children}
    </Text>
  </div>
);

/** A section of a page with a heading and its buttons. */
export const Section = ({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) => (
  <Box component="section" miw={0} aria-label={title}>
    <Group gap={12} wrap="nowrap" justify="space-between" mih={28} mb={8}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Group gap={8} wrap="nowrap" flex="none">
        {actions}
      </Group>
    </Group>
    {children}
  </Box>
);

/** A bordered list of rows, as on Account. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>;
}

/** One row of a card: an icon, a name with a description, and its buttons. */
export const CardRow = ({
  icon,
  title,
  detail,
  actions,
}: {
  icon?: ReactNode;
  title: ReactNode;
  detail: ReactNode;
  actions?: ReactNode;
}) => (
  <Group gap={16} wrap="nowrap" mih={58} py={9} px={14} data-wraps>
    {icon !== undefined && (
      <Flex component="span" c="var(--text-2)">
        {icon}
      </Flex>
    )}
    <Box flex="1 1 160px" miw={0}>
      <Flex data-breaks rowGap={2} columnGap={8} wrap="wrap" align="center" fw={500}>
        {title}
      </Flex>
      <Text component="div" data-breaks size="xs" c="dimmed">
        {detail}
      </Text>
    </Box>
    <Group gap={8} wrap="nowrap" flex="none">
      {actions}
    </Group>
  </Group>
);

/** Details beside what they are of; in a narrow window over it, which doesn't move. */
export const SidePane = (props: ComponentProps<typeof Flex<'aside'>>) => (
  <Flex component="aside" direction="column" className={classes.pane} {...props} />
);

/** A sentence below a card. */
export const Footnote = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <Flex component="p" gap={8} align="flex-start" fz={12} lh="16px" pt={8} c="dimmed">
    {icon}
    <span>{children}</span>
  </Flex>
);

interface TagProps extends BoxProps {
  title?: string;
  tone?: keyof typeof tagLooks | undefined;
  children: ReactNode;
}

const tagLooks = {
  danger: { c: 'var(--danger)', bd: '1px solid var(--danger-line)' },
  ok: { c: 'var(--ok)', bd: '1px solid' },
  accent: { c: 'var(--accent-text)', bd: '1px solid' },
};

/** A small framed word: "in use", "refused". */
export const Tag = ({ tone, ...props }: TagProps) => (
  <Box
    component="span"
    data-cuts
    className={classes.tag}
    {...(tone && tagLooks[tone])}
    {...props}
  />
);

export interface DotProps extends BoxProps {
  /** Without a tone: nothing is known. */
  tone?: keyof typeof dotColours | undefined;
  /** Whether it is a ring, which means running. */
  isWorking?: boolean;
  pulses?: boolean;
  children?: ReactNode;
  'data-state'?: string;
  'aria-hidden'?: true;
}

const dotColours = {
  ok: 'var(--ok)',
  warn: 'var(--warn)',
  danger: 'var(--danger)',
  accent: 'var(--accent)',
  other: 'var(--series-4)',
};

/** A state at a glance; words beside it, or in it for screen readers, say the same. */
export const Dot = ({ tone, isWorking = false, pulses = false, ...props }: DotProps) => (
  <Box
    component="span"
    className={classes.dot}
    data-tone={tone}
    {...(tone && { __vars: { '--tone': dotColours[tone] } })}
    data-working={isWorking || undefined}
    data-pulses={pulses || undefined}
    {...props}
  />
);

/** Props of a link to a page. With a modifier key, the browser opens its own window. */
export const pageLink = (page: PageName) => ({
  href: pageAddress(page),
  onClick: (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    showPage(page);
  },
});

/** A link to the page above, before a page's name. */
export const BackLink = ({ page, children }: { page: PageName; children: string }) => (
  <Group component="nav" gap={6} flex="none" me={-6} fz={15} c="dimmed" aria-label="Page above">
    <Anchor {...pageLink(page)} inherit c="var(--text-2)">
      {children}
    </Anchor>
    <ChevronRight size={14} />
  </Group>
);

interface RowListProps {
  /** Needed if the section's name does not say it. */
  label?: string;
  /** Whether the order has a meaning, such as time. */
  ordered?: boolean;
  /** In px; longer lists scroll. */
  mah?: number;
  /** `<li>` elements. */
  children: ReactNode;
}

/** Framed rows with lines between them; callers lay out each row. */
export function RowList({ label, ordered = false, mah, children }: RowListProps) {
  const List = ordered ? 'ol' : 'ul';
  const style = mah === undefined ? undefined : { maxHeight: mah, overflow: 'auto' };
  return (
    <List className={classes.list} style={style} aria-label={label}>
      {children}
    </List>
  );
}

interface ShortListProps {
  title: string;
  icon: LucideIcon;
  /** Beside the title. */
  aside?: ReactNode;
  /** `ShortListRow`s. */
  children: ReactNode;
}

export const ShortList = ({ title, icon: Icon, aside, children }: ShortListProps) => (
  <section aria-label={title}>
    <Group component="h3" gap={6} fz={12} fw={500} c="var(--text-2)">
      <Icon size={14} />
      {title}
      {aside}
    </Group>
    {/* The text of its rows is aligned with its title. */}
    <Box component="ul" m="4px -8px 0">
      {children}
    </Box>
  </section>
);

interface ShortListRowProps {
  icon?: ReactNode;
  title: string;
  /** Dimmed text after the title. */
  detail: ReactNode;
  onOpen: () => void;
  /** A further action. */
  action?: ReactNode;
}

export const ShortListRow = ({ icon, title, detail, onOpen, action }: ShortListRowProps) => (
  <Group component="li" gap={4} wrap="nowrap">
    <RowButton
      className={classes.shortRow}
      flex={1}
      gap={8}
      p="4px 8px"
      align="baseline"
      onClick={onOpen}
    >
      {icon}
      <Text span inherit truncate fw={500} dir="auto">
        {title}
      </Text>
      <Text span size="xs" c="dimmed" flex="none">
        {detail}
      </Text>
    </RowButton>
    {action}
  </Group>
);
