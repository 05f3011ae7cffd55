/** A core that records its calls and says what the test tells it to. */
import type { AppEvent } from '#shared/contract/event.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Core } from '#main/core/core.ts';

export interface FakeCore extends Core {
  calls: { method: string; input: unknown }[];
  listeners: Set<(event: AppEvent) => void>;
  closed: boolean;
  tell(event: AppEvent): void;
}

export const someEvent: AppEvent = { kind: 'calls.changed', calls: { session: 1, total: 2 } };

export function createFakeCore(
  answer: () => Promise<Result<unknown>> = async () => ({ ok: true, value: { n: 1 } }),
): FakeCore {
  const core: FakeCore = {
    calls: [],
    listeners: new Set(),
    closed: false,
    call(method, input) {
      core.calls.push({ method, input });
      return answer();
    },
    async media(capability, range) {
      if (capability !== 'a.b.c') return { status: 404, headers: {}, body: new Uint8Array() };
      const headers = { 'Content-Type': 'image/png', 'X-Content-Type-Options': 'nosniff' };
      return { status: 206, headers, body: new TextEncoder().encode(`part ${range}`) };
    },
    subscribe(listener) {
      core.listeners.add(listener);
      return () => core.listeners.delete(listener);
    },
    tell(event) {
      for (const listener of core.listeners) listener(event);
    },
    async close() {
      core.closed = true;
    },
  };
  return core;
}
