/** A request that nobody answers in time, without the time. */
import { vi } from 'vitest';
import type { FaultCase } from './faults-table.ts';
import type { SecondServer } from './second-server/index.ts';

/** The time of the next request is over as soon as the server has it. */
function endTheWait(server: SecondServer): void {
  const over = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(over.signal);
  const before = server.requests.length;
  void vi
    .waitUntil(() => server.requests.length > before, { interval: 2, timeout: 20_000 })
    .then(() => over.abort());
}

/** Lets the next requests fail so, wherever they go or on one path. */
export function failSo(
  server: SecondServer,
  fault: FaultCase['fault'],
  { times = 1, path }: { times?: number; path?: string } = {},
): void {
  server.fail(path === undefined ? fault : { ...fault, path }, times);
  if (fault.kind === 'hang') endTheWait(server);
}
