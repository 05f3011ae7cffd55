/** `GET /api/events`: the events for the window, one JSON per line. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Core } from '../core/core.ts';
import type { HostEnv } from './guards.ts';

export interface EventOptions {
  core: Pick<Core, 'subscribe'>;
  /** How often an empty line is sent, so that both sides notice a dead connection. */
  heartbeatMs?: number;
  /** Limit of unread bytes per client; beyond it the client is disconnected and gets a new snapshot later. */
  maxUnreadBytes?: number;
}

/**
 * Streams at once. Browsers open six connections to a host, for all tabs together: with six streams no
 * tab could call any more. Beyond this the oldest stream ends, and its window returns when it is looked at.
 */
export const maxStreams = 4;

/** The last line of a stream that ended for another one. */
const paused = JSON.stringify({ kind: 'events.paused' });

/**
 * Each stream subscribes until its reader cancels (its connection closed), falls too far behind, or is the
 * oldest of too many.
 */
export function answerEvents(options: EventOptions): (c: Context<HostEnv>) => Response {
  const open: EventStream[] = [];
  return (c) => {
    const stream = openEventStream(options, c.env.outgoing, () => {
      const at = open.indexOf(stream);
      if (at !== -1) open.splice(at, 1);
    });
    open.push(stream);
    if (open.length > maxStreams) open[0]?.pause();
    return c.body(stream.events, 200, { 'Content-Type': 'application/x-ndjson; charset=utf-8' });
  };
}

interface EventStream {
  events: ReadableStream<Uint8Array>;
  /** Says that it is paused, and ends. */
  pause: () => void;
}

function openEventStream(
  { core, heartbeatMs = 15_000, maxUnreadBytes = 4 * 1024 * 1024 }: EventOptions,
  outgoing: HttpBindings['outgoing'],
  onEnd: () => void,
): EventStream {
  const encoder = new TextEncoder();
  const cleanups = [onEnd];
  let open = true;
  let pause = (): void => {};
  const stop = (): void => {
    open = false;
    for (const cleanUp of cleanups.splice(0)) cleanUp();
  };

  const events = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (line: string): void => {
          if (!open) return;
          controller.enqueue(encoder.encode(`${line}\n`));
          if (-(controller.desiredSize ?? 0) <= maxUnreadBytes) return;
          stop();
          outgoing.destroy();
        };
        const heartbeat = setInterval(() => send(''), heartbeatMs);
        cleanups.push(
          () => clearInterval(heartbeat),
          core.subscribe((event) => send(JSON.stringify(event))),
        );
        pause = () => {
          send(paused);
          if (!open) return;
          stop();
          controller.close();
        };
        // Confirms the connection to the client at once.
        send('');
      },
      cancel: stop,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return { events, pause };
}
