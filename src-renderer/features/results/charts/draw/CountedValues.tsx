/** Values with how often they came: a bar each, and a button where rows can be kept by them. */
import type { CSSProperties } from 'react';
import { grouping } from '#renderer/components/words.ts';
import { shareWords } from '../../values/number-words.ts';
import classes from './Draw.module.css';

export interface CountedValue {
  key: string;
  text: string;
  count: number;
  /** Undefined where no filter can tell it. */
  onKeep?: (() => void) | undefined;
}

interface ValueListProps {
  /** What is counted, in a few words. */
  name: string;
  values: readonly CountedValue[];
  /** What counts are shares of. */
  of: number;
}

export function ValueList({ name, values, of }: ValueListProps) {
  const most = Math.max(1, ...values.map(({ count }) => count));
  // Counts stand under each other, though every row is a grid of its own.
  const letters = Math.max(...values.map(({ text }) => text.length));
  const variables: CSSProperties & { '--digits': string; '--letters': string } = {
    '--digits': `${Math.max(3, grouping(most).length)}ch`,
    '--letters': `${Math.min(24, Math.max(5, letters)) + 1}ch`,
  };
  return (
    <ul className={classes.list} aria-label={name} style={variables}>
      {values.map(({ key, text, count, onKeep }) => {
        const row = (
          <>
            <span dir="auto" className={classes.text}>
              {text}
            </span>
            <span aria-hidden className={classes.track}>
              <span
                className={classes.valueListBar}
                style={{ width: `${(count / most) * 100}%` }}
              />
            </span>
            <span data-count className={classes.valueListCount}>
              {grouping(count)}
            </span>
            <span className={classes.share}>{shareWords(count, of)}</span>
          </>
        );
        return (
          <li key={key}>
            {onKeep === undefined ? (
              <span className={classes.row}>{row}</span>
            ) : (
              <button
                type="button"
                className={classes.row}
                title={`Keep rows with ${text}`}
                onClick={onKeep}
              >
                {row}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
