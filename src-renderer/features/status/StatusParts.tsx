import { Text, Flex } from '@mantine/core';
import type { ServiceState, StatusEvent, StatusReport } from '#shared/service/status.ts';
import { RowList, Section } from '../../components/page/Page.tsx';
import classes from './StatusPage.module.css';
import { useSnapshot } from '../../state/app.ts';
import { type ServicePageState, useServicePage } from '../../state/service-pages.ts';
import { clockTime, dayInWords, durationInWords } from '../../components/words.ts';
import { useMinute } from '../../components/hooks.ts';

/** "degraded_performance" → "Degraded performance": the service's own word, easier to read. */
export function stateInWords(state: string): string {
  const words = state.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the service says of itself and of each part. */
export function StatusParts({ report: { overall, parts } }: { report: StatusReport }) {
  return (
    <div>
      {overall !== null && (
        <Flex component="p" gap={10} align="baseline" fz={15} mb={10} fw={600}>
          <span className={classes.dot} data-phase={overall.phase} />
          {stateInWords(overall.state)}
        </Flex>
      )}
      {overall?.message != null && <p className={classes.message}>{overall.message}</p>}
      {parts.length > 0 && (
        <RowList label="Parts of the service">
          {parts.map((part) => (
            <li key={part.name} className={classes.part}>
              <span className={classes.dot} data-phase={part.phase} />
              <span className={classes.partName}>{part.name}</span>
              <span className={classes.message} dir="auto">
                {part.message}
              </span>
              <StateWord state={part} />
            </li>
          ))}
        </RowList>
      )}
    </div>
  );
}

function StateWord({ state: { state, phase } }: { state: ServiceState }) {
  return (
    <span className={classes.state} data-phase={phase}>
      {stateInWords(state)}
    </span>
  );
}

/** Whether the service answers this computer, and how fast: measured with the requests below. */
export function Reach() {
  const address = useSnapshot(({ profile }) => profile?.address ?? '');
  const measured = [
    ['Health', useServicePage('health')],
    ['Status', useServicePage('status')],
    ['History', useServicePage('history')],
    ['Metrics', useServicePage('metrics')],
  ] as const;
  return (
    <Section title="From here">
      <dl className={classes.reach}>
        {measured.map(([name, state]) => {
          const { words, ok } = reachOf(state);
          return (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd data-ok={ok}>{words}</dd>
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

/** What the service says about the past, the latest first. */
export function Timeline({ events }: { events: readonly StatusEvent[] }) {
  const now = new Date(useMinute());
  if (events.length === 0) return <p className={classes.message}>Nothing is listed.</p>;
  return (
    <>
      <RowList ordered label="Timeline">
        {latestFirst(events)
          .slice(0, mostEvents)
          .map((event, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- events have no name of their own
            <li key={index} className={classes.event}>
              <span className={classes.dot} data-phase={event.phase} />
              <Text span size="xs" c="var(--text-2)">
                {when(event, now)}
              </Text>
              <span dir="auto">
                <span className={classes.eventName}>{headOf(event)}</span>{' '}
                <span className={classes.message}>{event.message}</span>
              </span>
            </li>
          ))}
      </RowList>
      {events.length > mostEvents && (
        <Text inherit fz={12} pt={6} c="dimmed">
          {events.length - mostEvents} more are in the raw answer.
        </Text>
      )}
    </>
  );
}

const timeOf = (text: string | null): number => Date.parse(text ?? '');

/** Events without a readable time keep their place at the end. */
function latestFirst(events: readonly StatusEvent[]): readonly StatusEvent[] {
  return events.toSorted((a, b) => (timeOf(b.from) || 0) - (timeOf(a.from) || 0));
}

/** "shortvideo: Degraded for 50 min". */
function headOf({ name, state, from, until }: StatusEvent): string {
  const took = timeOf(until) - timeOf(from);
  const words = [name, state === null ? null : stateInWords(state)].filter(Boolean).join(': ');
  return took > 0 ? `${words} for ${durationInWords(took)}` : words;
}

/** "12 November, 10:00"; the text as sent where it is no moment. */
function when({ from }: StatusEvent, now: Date): string {
  if (from === null) return '';
  const start = timeOf(from);
  if (Number.isNaN(start)) return from;
  const at = new Date(start);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(from);
  return isDay ? dayInWords(at, now) : `${dayInWords(at, now)}, ${clockTime(at)}`;
}
