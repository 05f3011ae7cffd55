import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Metric, ReadMetrics } from '#shared/service/metrics.ts';
import { FramedTable } from '../../components/texts.tsx';
import { SearchRow } from '../../components/SearchBox.tsx';
import { countOf } from '../../components/words.ts';
import classes from './StatusPage.module.css';

/** The table has no height of its own, in which a wheel would turn until its end: the page has. */
const mostShown = 100;

/** The service's counters, as a table that can be searched. */
export function MetricsTable({ read: { metrics, unread } }: { read: ReadMetrics }) {
  const [words, setWords] = useState('');
  const found = useMemo(() => metrics.filter((metric) => matches(metric, words)), [metrics, words]);
  return (
    <div>
      <SearchRow
        label="Search metrics"
        search={words}
        onSearch={setWords}
        found={
          words.trim() === ''
            ? countOf(metrics.length, 'metric')
            : `${found.length} of ${countOf(metrics.length, 'metric')}`
        }
      />
      <FramedTable name="Metrics as a table" head={['Name', 'Labels', 'Value']} numbers="last">
        {found.slice(0, mostShown).map((metric, index) => (
          // A name may come twice with the same labels.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index}>
            <th scope="row">
              <span className={classes.literal}>{metric.name}</span>
              {metric.help !== null && (
                <Text span size="xs" display="block" c="dimmed">
                  {metric.help}
                </Text>
              )}
            </th>
            <Text component="td" className={classes.literal} c="var(--text-2)">
              {metric.labels.replaceAll('",', '", ')}
            </Text>
            <td>{metric.value}</td>
          </tr>
        ))}
      </FramedTable>
      {found.length > mostShown && (
        <Text inherit fz={12} pt={6} c="dimmed">
          {found.length - mostShown} more: search to see them.
        </Text>
      )}
      {unread > 0 && (
        <Text inherit fz={12} pt={6} c="dimmed">
          {countOf(unread, 'line')} in another format: see Raw.
        </Text>
      )}
    </div>
  );
}

function matches({ name, labels, help }: Metric, words: string): boolean {
  const text = `${name} ${labels} ${help ?? ''}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
