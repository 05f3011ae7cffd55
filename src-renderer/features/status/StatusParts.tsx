/**
 * The service's reports about itself in readable form: its parts, response times, history and counters.
 */
import { Flex, Text, type TextProps } from '@mantine/core';
import { useMemo, useState } from 'react';
import { readMoment } from '#shared/moment.ts';
import type { ServicePage } from '#shared/contract/service.ts';
import type {
  ServiceState,
  StatusEvent,
  StatusReport,
  ReadMetrics,
} from '#shared/service/status.ts';
import { Dot, RowList, Section } from '#renderer/components/page/Page.tsx';
import classes from './StatusPage.module.css';
import { useSnapshot } from '#renderer/state/app.ts';
import type { ServicePageState } from '#renderer/state/service-pages.ts';
import {
  dayAndTime,
  dayInWords,
  durationInWords,
  upperFirst,
  countOf,
} from '#renderer/components/words.ts';
import { useMinute } from '#renderer/state/time.ts';
import { hasWords } from '#renderer/components/find.ts';
import { FramedTable } from '#renderer/components/texts.tsx';
import { SearchRow } from '#renderer/components/SearchBox.tsx';

/** "degraded_performance" → "Degraded performance": the service's own word in readable form. */
const stateInWords = (state: string): string => upperFirst(state.replaceAll(/[_-]+/g, ' ').trim());

const tones = { well: 'ok', trouble: 'warn', down: 'danger', unknown: undefined } as const;

const plain = { c: 'var(--text-2)' };
const stateLooks: Record<ServiceState['phase'], TextProps> = {
  well: plain,
  unknown: plain,
  trouble: { c: 'var(--warn)', fw: 500 },
  down: { c: 'var(--danger)', fw: 500 },
};

/** The service's report about itself and each part. */
export function StatusParts({ report: { overall, parts } }: { report: StatusReport }) {
  return (
    <div>
      {overall !== null && (
        <Flex component="p" gap={10} align="baseline" fz={15} mb={10} fw={600}>
          <Dot tone={tones[overall.phase]} />
          {stateInWords(overall.state)}
        </Flex>
      )}
      {overall?.message != null && <Text c="var(--text-2)">{overall.message}</Text>}
      {parts.length > 0 && (
        <RowList label="Parts of the service">
          {parts.map((part) => (
            <li key={part.name} className={classes.part}>
              <Dot tone={tones[part.phase]} />
              <span className={classes.name}>{part.name}</span>
              <Text span inherit c="var(--text-2)" dir="auto">
                {part.message}
              </Text>
              <Text span inherit {...stateLooks[part.phase]}>
                {stateInWords(part.state)}
              </Text>
            </li>
          ))}
        </RowList>
      )}
    </div>
  );
}

/** Whether the service responds to this computer, and how fast: measured with the requests below. */
export function Reach({ states }: { states: ReadonlyMap<ServicePage, ServicePageState> }) {
  const address = useSnapshot(({ profile }) => profile?.address ?? '');
  return (
    <Section title="Response times">
      <dl className={classes.reach}>
        {[...states].map(([page, state]) => {
          const { words, ok } = reachOf(state);
          return (
            <div key={page} className={classes.fact}>
              <Text component="dt" size="xs" c="dimmed">
                {upperFirst(page)}
              </Text>
              <Text component="dd" fw={500} c={ok === false ? 'var(--danger)' : undefined}>
                {words}
              </Text>
            </div>
          );
        })}
      </dl>
      <Text inherit fz={12} pt={6} c="dimmed">
        Times from this computer to {address} and back. None of these counts as a call.
      </Text>
    </Section>
  );
}

function reachOf({ answer, problem, busy }: ServicePageState): { words: string; ok?: boolean } {
  if (problem !== null) {
    const { status, ms } = problem.details ?? { status: null, ms: null };
    return status === null
      ? { words: problem.call === 'noCall' && ms !== null ? 'Not reached' : 'Not asked', ok: false }
      : { words: `Answered ${status} in ${inMs(ms ?? 0)}`, ok: false };
  }
  if (answer !== null) return { words: inMs(answer.ms), ok: true };
  return { words: busy ? 'Asking…' : '–' };
}

const inMs = (ms: number): string => (ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`);

const mostEvents = 100;

/** The service's history, latest first. */
export function Timeline({ events }: { events: readonly StatusEvent[] }) {
  const now = new Date(useMinute());
  if (events.length === 0) return <Text c="var(--text-2)">Nothing is listed.</Text>;
  return (
    <>
      <RowList ordered label="Timeline">
        {latestFirst(events)
          .slice(0, mostEvents)
          .map((event, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- events have no name of their own
            <li key={index} className={classes.part} data-event>
              <Dot tone={tones[event.phase]} />
              <Text span size="xs" c="var(--text-2)">
                {when(event, now)}
              </Text>
              <span dir="auto">
                <span className={classes.name}>{headOf(event)}.</span>{' '}
                <Text span inherit c="var(--text-2)">
                  {event.message}
                </Text>
              </span>
            </li>
          ))}
      </RowList>
      {events.length > mostEvents && (
        <Text inherit fz={12} pt={6} c="dimmed">
          The raw answer has {events.length - mostEvents} more.
        </Text>
      )}
    </>
  );
}

/** Other notations than ISO 8601 are read as the browser does. */
const timeOf = (text: string | null): number =>
  readMoment(text ?? '')?.ms ?? Date.parse(text ?? '');

/** Events without a readable time are last, in their order. */
function latestFirst(events: readonly StatusEvent[]): readonly StatusEvent[] {
  return events.toSorted((a, b) => (timeOf(b.from) || 0) - (timeOf(a.from) || 0));
}

/** Returns "shortvideo: Degraded for 50 min". */
function headOf({ name, state, from, until }: StatusEvent): string {
  const took = timeOf(until) - timeOf(from);
  const words = [name, state === null ? null : stateInWords(state)].filter(Boolean).join(': ');
  return took > 0 ? `${words} for ${durationInWords(took)}` : words;
}

/** Returns "12 November, 10:00"; the text as sent if it isn't a time. */
function when({ from }: StatusEvent, now: Date): string {
  if (from === null) return '';
  const start = timeOf(from);
  if (Number.isNaN(start)) return from;
  // A day alone is the same day everywhere; the parser takes it as midnight in UTC.
  if (/^\d{4}-\d{2}-\d{2}$/.test(from)) return dayInWords(new Date(`${from}T12:00:00`), now);
  const at = new Date(start);
  return dayAndTime(at, now);
}

/** Limits the rows, since the table has no scroll area of its own that would trap the mouse wheel. */
const mostShown = 100;

/** The service's counters, as a searchable table. */
export function MetricsTable({ read: { metrics, unread } }: { read: ReadMetrics }) {
  const [words, setWords] = useState('');
  const found = useMemo(
    () => metrics.filter(({ name, labels, help }) => hasWords([name, labels, help], words)),
    [metrics, words],
  );
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
          // A name may occur twice with the same labels.
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
