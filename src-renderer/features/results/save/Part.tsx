import { Stack, Text, UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import classes from './SaveDialog.module.css';

interface PartProps {
  title: string;
  /** The current choice, so that it is known without opening the part. */
  summary: string;
  children: ReactNode;
}

/** A part of the dialog that most people don't change. */
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
        <ChevronRight size={14} />
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

/** Otherwise a part that unfolds below the edge would seem not to open. */
const showWhole = (body: HTMLElement | null): void =>
  body?.parentElement?.scrollIntoView({ block: 'start' });
