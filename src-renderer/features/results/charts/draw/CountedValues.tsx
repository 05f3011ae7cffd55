/** Values with their counts: a bar each, and a button if its rows can be kept. */
import { Box, Flex, Text, UnstyledButton } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { grouping } from '#renderer/components/words.ts';
import { shareWords } from '#renderer/features/results/values/figures.ts';
import classes from './Draw.module.css';

export interface CountedValue {
  key: string;
  text: string;
  count: number;
  /** Undefined if no filter can express it. */
  onKeep?: (() => void) | undefined;
  /** Another button beside it. */
  beside?: ReactNode;
}

interface CountedValuesProps {
  /** What is counted, in a few words. */
  name: string;
  values: readonly CountedValue[];
  /** The total that shares refer to. */
  of: number;
}

export function CountedValues({ name, values, of }: CountedValuesProps) {
  const most = Math.max(1, ...values.map(({ count }) => count));
  // Aligns counts, although every row is a separate grid.
  const letters = Math.max(...values.map(({ text }) => text.length));
  const variables: CSSProperties & { '--digits': string; '--letters': string } = {
    '--digits': `${Math.max(3, grouping(most).length)}ch`,
    '--letters': `${Math.min(24, Math.max(5, letters)) + 1}ch`,
  };
  return (
    <Box component="ul" mx={-8} aria-label={name} style={variables}>
      {values.map(({ key, text, count, onKeep, beside }) => {
        const row = (
          <>
            <Text span truncate dir="auto">
              {text}
            </Text>
            <span aria-hidden className={classes.track}>
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <Text span ta="end" data-count>
              {grouping(count)}
            </Text>
            <Text span ta="end" size="xs" lh="20px" c="dimmed">
              {shareWords(count, of)}
            </Text>
          </>
        );
        return (
          <Flex component="li" key={key} align="center">
            {onKeep === undefined ? (
              <span className={classes.value}>{row}</span>
            ) : (
              <UnstyledButton
                className={classes.value}
                title={`Keep rows with ${text}`}
                onClick={onKeep}
              >
                {row}
              </UnstyledButton>
            )}
            {beside}
          </Flex>
        );
      })}
    </Box>
  );
}
