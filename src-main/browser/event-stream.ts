/** `GET /api/events`: what main tells the window, one JSON per line, for as long as it listens. */
import type { Core } from '../core/core.ts';

export interface EventStreamOptions {
  core: Pick<Core, 'subscribe'>;
  /** An empty line this often, so that both sides notice a dead connection. */
  heartbeatMs: number;
  /** Unread bytes held for a client; past that it is let go and takes a new snapshot later. */
  maxUnreadBytes: number;
  /** Cuts the connection of a client that does not read. */
  drop: () => void;
}

/** Listens until the reader cancels (its connection closed) or falls too far behind. */
export function openEventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const duties: (() => void)[] = [];
  let open = true;
  const stop = (): void => {
    open = false;
    for (const duty of duties.splice(0)) duty();
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (line: string): void => {
          if (!open) return;
          controller.enqueue(encoder.encode(`${line}\n`));
          if (-(controller.desiredSize ?? 0) <= options.maxUnreadBytes) return;
          stop();
          options.drop();
        };
        const heartbeat = setInterval(() => send(''), options.heartbeatMs);
        duties.push(
          () => clearInterval(heartbeat),
          options.core.subscribe((event) => send(JSON.stringify(event))),
        );
        // Tells the client at once that it is heard.
        send('');
      },
      cancel: stop,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
}
