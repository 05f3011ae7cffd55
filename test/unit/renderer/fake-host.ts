/** A host that the test answers by hand; `window-setup.ts` puts it in the place of the real one. */
import type { Host, Connection } from '#renderer/host/hosts.ts';
import type { AppEvent } from '#shared/contract/event.ts';
import type { MethodName } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import { makeProblem } from './make.ts';

type Answer = (input: never) => unknown;
const answers = new Map<MethodName, Answer>();

/** What was asked, in order. */
export const asked: { method: MethodName; input: unknown }[] = [];

export const methods = (): MethodName[] => asked.map(({ method }) => method);

/** What a method was asked with, each time. */
export const inputsOf = (method: MethodName): unknown[] =>
  asked.filter((one) => one.method === method).map(({ input }) => input);

export function answer(method: MethodName, give: Answer): void {
  answers.set(method, give);
}

/** A method that answers what was asked last when it is told to, if ever. */
export function answerLater(method: MethodName): (value: unknown) => void {
  let resolve = (_value: unknown): void => {};
  answer(method, () => new Promise((settleWith) => (resolve = settleWith)));
  return (value) => resolve(value);
}

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** What a method answers that can’t be done. */
export const refuse = (title: string) => () => ({ ok: false, error: makeProblem(title) });

export let tell: (event: AppEvent) => void = () => {};
export let connect: (connection: Connection) => void = () => {};

export function resetHost(): void {
  asked.length = 0;
  answers.clear();
  // At each start: the program was opened without a file.
  answer('open.take', () => ok({ opened: null }));
  // By the sidebar, wherever it is drawn.
  answer('history.list', () => ok({ runs: [], removals: [] }));
  // Asked for by themselves, wherever a run is drawn or has a limit; what they answer is remembered.
  answer('view.summary', async ({ runId }: { runId: string }) => {
    const rows = await rowCountOf(runId);
    return ok({ rows, of: rows, count: 0, columns: [] });
  });
  answer('view.chart', async ({ runId }: { runId: string }) => {
    const rows = await rowCountOf(runId);
    return ok({ rows, of: rows, count: 0, drawn: { kind: 'time', earliest: null, latest: null } });
  });
  const counted = {
    today: '2026-11-22',
    callsToday: 0,
    days: [],
    byPlatform: {},
    byKey: {},
    total: 0,
  };
  answer('calls.counts', () => ok(counted));
  answer('history.list', () => ok({ runs: [], removals: [] }));
  // Also if a test before, in another file, left an export unfinished: window tests share their modules.
  answer('export.list', () => ok({ exports: [] }));
  // As the window has them already.
  answer('preferences.save', async () => ok((await app()).snapshot?.preferences));
}

/** The window's state. It waits for this module, so it can't be imported above. */
async function app() {
  const { useApp } = await import('#renderer/state/app.ts');
  return useApp.getState();
}

/** An answer about fewer rows would be asked for again. */
const rowCountOf = async (runId: string): Promise<number> =>
  (await app()).runs[runId]?.rowCount ?? 0;

const call = async (method: MethodName, input: unknown): Promise<unknown> => {
  asked.push({ method, input });
  const give = answers.get(method);
  if (give === undefined) return { ok: true, value: {} };
  return give(input as never);
};

export const host: Host = {
  capabilities: { showsInFolder: true },
  admitted: true,
  call: call as Host['call'],
  subscribe: (onEvent, onConnection) => {
    tell = onEvent;
    connect = onConnection;
    return () => {};
  },
  openLink: () => Promise.resolve(null),
  download: () => {},
};
