import type { StatusEvent } from '#shared/service/status.ts';
import { RowList } from '../../components/page/RowList.tsx';
import { clockTime, dayInWords, durationInWords } from '../../components/words.ts';
import { useMinute } from '../../components/use-minute.ts';
import { stateInWords } from './StatusParts.tsx';
import classes from './StatusPage.module.css';

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
              <span className={classes.when}>{when(event, now)}</span>
              <span dir="auto">
                <span className={classes.eventName}>{headOf(event)}</span>{' '}
                <span className={classes.message}>{event.message}</span>
              </span>
            </li>
          ))}
      </RowList>
      {events.length > mostEvents && (
        <p className={classes.count}>{events.length - mostEvents} more are in the raw answer.</p>
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
