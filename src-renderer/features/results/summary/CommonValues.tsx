import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useChart } from '#renderer/state/row-answers.ts';
import { countOf } from '../../../components/words.ts';
import { ValueList, type CountedValue } from '../charts/draw/ValueList.tsx';
import { Waiting } from '../charts/Waiting.tsx';
import type { ColumnBodyProps } from './ColumnBody.tsx';
import { itemFilter, valueFilter } from './row-filters.ts';
import classes from './Summary.module.css';
import { valueWords } from './value-words.ts';

/** Shown at once; the others on request. */
const first = 5;
const most = 10;

/** The commonest values of a column. */
export function CommonValues({ column, summary, onKeep }: ColumnBodyProps) {
  const { top, distinct, filled } = summary;
  const isAlone = distinct.count === 1;
  // Values that come once are told by their number: below the commonest, they say nothing.
  const repeated = top.values.filter(({ count }) => count > 1 || isAlone);
  const values = repeated.map((counted): CountedValue => {
    const filter = valueFilter(column, counted);
    return {
      key: counted.value,
      text: valueWords(column, counted),
      count: counted.count,
      onKeep: filter === null ? undefined : () => onKeep(filter),
    };
  });
  const rest = distinct.count - repeated.length;
  const isOnce = repeated.length < top.values.length && top.complete;
  return (
    <Common name={`Most common in ${column.label}`} values={values} of={filled}>
      {isOnce && `${countOf(rest, 'other')}, ${rest === 1 ? 'once' : 'once each'}`}
    </Common>
  );
}

/** The commonest items of a column of lists. */
export function CommonItems({ run, view, column, onKeep, isWanted }: ColumnBodyProps) {
  const question = { kind: 'values', field: column.field, most } as const;
  const { value, ...answer } = useChart({ run, view }, question, isWanted);
  const drawn = value?.drawn.kind === 'values' ? value.drawn : null;
  if (drawn === null) return <Waiting {...answer} />;
  if (drawn.values.length === 0) return <p className={classes.plain}>Every list is empty.</p>;
  const values = drawn.values.map((counted): CountedValue => {
    const filter = itemFilter(column, counted);
    return {
      key: counted.value,
      text: valueWords({ ...column, type: 'text' }, counted),
      count: counted.count,
      onKeep: filter === null ? undefined : () => onKeep(filter),
    };
  });
  return <Common name={`Most common items in ${column.label}`} values={values} of={drawn.filled} />;
}

interface CommonProps {
  name: string;
  values: readonly CountedValue[];
  of: number;
  /** About those that are not listed. */
  children?: ReactNode;
}

function Common({ name, values, of, children }: CommonProps) {
  const [isWhole, setWhole] = useState(false);
  const hidden = values.length - first;
  return (
    <div className={classes.values}>
      <ValueList name={name} values={isWhole ? values : values.slice(0, first)} of={of} />
      {(isWhole || hidden <= 0) && children !== undefined && (
        <p className={classes.plain}>{children}</p>
      )}
      {hidden > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show ${hidden} more`}
        </Button>
      )}
    </div>
  );
}
