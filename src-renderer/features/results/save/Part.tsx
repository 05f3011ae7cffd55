import { UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import classes from './SaveDialog.module.css';

interface PartProps {
  title: string;
  /** What is chosen in it, so that it need not be opened to be known. */
  summary: string;
  children: ReactNode;
}

/** A part of the dialog that most people leave as it is. */
export function Part({ title, summary, children }: PartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={classes.part} aria-label={title}>
      <UnstyledButton
        className={classes.partHead}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight size={14} aria-hidden data-open={isOpen} className={classes.chevron} />
        <span className={classes.heading}>{title}</span>
        <span className={classes.summary}>{summary}</span>
      </UnstyledButton>
      {isOpen && (
        <div ref={showWhole} className={classes.partBody}>
          {children}
        </div>
      )}
    </section>
  );
}

/** Unfolded below the edge, it would not be seen to have opened. */
const showWhole = (body: HTMLElement | null): void =>
  body?.parentElement?.scrollIntoView({ block: 'start' });
