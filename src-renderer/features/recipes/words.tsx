/** Texts that both forms and the card of a recipe draw alike. */
import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type KnownStep, sumWords } from './recipe-words.ts';

/** What is said of a step, below its title. */
export const Words = (props: TextProps & { children: ReactNode }) => (
  <Text fz={12} lh="18px" c="var(--text-2)" {...props} />
);

/** Below all steps: what they cost together. */
export const StepsSum = ({ steps }: { steps: readonly KnownStep[] }) => (
  <Text inherit pt={8} fw={500} style={{ borderTop: '1px solid var(--line)' }}>
    {sumWords(steps)}
  </Text>
);
