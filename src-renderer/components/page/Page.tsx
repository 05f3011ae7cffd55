import { Flex, Group, Box, Text, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChevronRight } from 'lucide-react';
import classes from './Page.module.css';
import { pageAddress, type PageName, showPage } from '../../state/app.ts';

/** A page of the sidebar: its name in a head, and a body that scrolls. */
export function Page({
  title,
  back,
  aside,
  wide = false,
  children,
}: {
  title: string;
  /** Before the name: the page above this one. */
  back?: ReactNode;
  /** Beside the name: a sentence, a search box, buttons. */
  aside?: ReactNode;
  /** For tables, which need more than a column of text. */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <Stack gap={0} h="100%" mih={0}>
      <header className={classes.head}>
        {back}
        <h1 className={classes.title}>{title}</h1>
        {aside}
      </header>
      <div className={classes.body}>
        <div className={classes.column} data-wide={wide}>
          {children}
        </div>
      </div>
    </Stack>
  );
}

/** A page whose content fills it and scrolls by itself: a list. */
export function FullPage({
  title,
  aside,
  children,
}: {
  title: string;
  /** Beside the name: a sentence, a search box, buttons. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack gap={0} h="100%" mih={0}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        {aside}
      </header>
      <Stack gap={0} flex={1} mih={0}>
        {children}
      </Stack>
    </Stack>
  );
}

/** Beside a page's name: a sentence, cut where there is no room. */
export function PageHint({ children }: { children: ReactNode }) {
  return (
    <Text inherit lineClamp={2} flex={1} miw={0} c="var(--text-2)">
      {children}
    </Text>
  );
}

/** A part of a page with a heading, and buttons that belong to it. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box component="section" miw={0} aria-label={title}>
      <Group gap={12} wrap="nowrap" justify="space-between" mih={28} mb={8}>
        <h2 className={classes.sectionTitle}>{title}</h2>
        <Group gap={4} wrap="nowrap" flex="none">
          {actions}
        </Group>
      </Group>
      {children}
    </Box>
  );
}

/** A bordered list of rows, as on Account. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>;
}

/** One row of a card: an icon, a name with what is said about it, and its buttons. */
export function CardRow({
  icon,
  title,
  detail,
  actions,
}: {
  icon?: ReactNode;
  title: ReactNode;
  detail: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <Group gap={16} wrap="nowrap" mih={58} py={9} px={14}>
      {icon !== undefined && (
        <Flex component="span" c="var(--text-2)">
          {icon}
        </Flex>
      )}
      <Box flex={1} miw={0}>
        <div className={classes.rowTitle}>{title}</div>
        <div className={classes.rowDetail}>{detail}</div>
      </Box>
      <Group gap={4} wrap="nowrap" flex="none">
        {actions}
      </Group>
    </Group>
  );
}

/** A sentence under a card. */
export function Footnote({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <p className={classes.footnote}>
      {icon}
      <span>{children}</span>
    </p>
  );
}

/** A small word in a frame: "in use", "refused". */
export function Tag({ tone, children }: { tone?: 'danger'; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}

/** The way to the page above, before a page's name. */
export function BackLink({ page, children }: { page: PageName; children: string }) {
  return (
    <nav aria-label="Page above" className={classes.back}>
      <a
        href={pageAddress(page)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          showPage(page);
        }}
      >
        {children}
      </a>
      <ChevronRight size={14} aria-hidden />
    </nav>
  );
}

interface RowListProps {
  /** Where the section's name does not say it. */
  label?: string;
  /** The order means something: time. */
  ordered?: boolean;
  /** `<li>` elements. */
  children: ReactNode;
}

/** Rows in a frame with lines between them, each laid out by whoever lists them. */
export function RowList({ label, ordered = false, children }: RowListProps) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className={classes.list} aria-label={label}>
      {children}
    </List>
  );
}
