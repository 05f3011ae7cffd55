import { Stack, Text, UnstyledButton } from '@mantine/core';
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
        display="flex"
        w="100%"
        pt={8}
        fz={13}
        style={{ gap: 6, alignItems: 'center' }}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight size={14} aria-hidden />
        <span className={classes.heading}>{title}</span>
        <Text span size="xs" ms={4} c="var(--text-2)">
          {summary}
        </Text>
      </UnstyledButton>
      {isOpen && (
        <Stack ref={showWhole} gap={10} pt={10} pb={4} pl={20}>
          {children}
        </Stack>
      )}
    </section>
  );
}

/** Unfolded below the edge, it would not be seen to have opened. */
const showWhole = (body: HTMLElement | null): void =>
  body?.parentElement?.scrollIntoView({ block: 'start' });
