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
    <div className={classes.page}>
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
    </div>
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
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        {aside}
      </header>
      <div className={classes.full}>{children}</div>
    </div>
  );
}

/** Beside a page's name: a sentence, cut where there is no room. */
export function PageHint({ children }: { children: ReactNode }) {
  return <p className={classes.hint}>{children}</p>;
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
    <section className={classes.section} aria-label={title}>
      <div className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>{title}</h2>
        <div className={classes.actions}>{actions}</div>
      </div>
      {children}
    </section>
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
    <div className={classes.row}>
      {icon !== undefined && <span className={classes.rowIcon}>{icon}</span>}
      <div className={classes.rowText}>
        <div className={classes.rowTitle}>{title}</div>
        <div className={classes.rowDetail}>{detail}</div>
      </div>
      <div className={classes.actions}>{actions}</div>
    </div>
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

/** A small word in a frame: "in use". */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={classes.tag}>{children}</span>;
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
