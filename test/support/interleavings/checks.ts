/** What must hold once everything has come to rest, whatever happened before. */
import { expect, vi } from 'vitest';
import { isWorking } from '#shared/contract/run-states.ts';
import { readComparable } from '../second-server/json.ts';
import { notedCalls } from './program.ts';
import type { Departure } from './program.ts';
import type { AskedRun, World } from './world.ts';

type Departures = readonly Departure[];

interface Page {
  results: unknown[];
  has_more: boolean;
  next_page_cursor: string | null;
}

const ofRun = (world: World, { words }: AskedRun): Departures =>
  world.recorder.departures.filter((departure) => departure.words === words);

/** Requests that may have reached the service. */
const sent = (departures: Departures): number =>
  departures.filter(({ outcome }) => outcome !== 'refused').length;

/** Answers that came whole. */
const pagesIn = (departures: Departures): Page[] =>
  departures.flatMap(({ outcome, status, body }) =>
    outcome === 'answered' && status === 200 && body !== null ? [readPage(body)] : [],
  );

const readPage = (body: Buffer): Page => readComparable(body.toString()) as Page;

const rowsIn = (pages: readonly Page[]): number =>
  pages.reduce((sum, { results }) => sum + results.length, 0);

/** Everything that can be checked without asking the service anything. */
export async function checkWorld(world: World): Promise<void> {
  expect(world.complaints).toEqual([]);
  for (const run of world.runs) {
    const departures = ofRun(world, run);
    checkDepartures(departures);
    checkLedger(world, run, departures);
    await checkStored(world, run, departures);
  }
  await checkCounts(world);
  await checkWindows(world);
}

/** Each request was announced and noted before it left, and asks for the page that comes next. */
function checkDepartures(departures: Departures): void {
  let next: string | null = null;
  let ended = false;
  for (const departure of departures) {
    const { told, openLines, underWay, forbidden } = departure.moment;
    expect(forbidden).toBeNull();
    expect([openLines, underWay]).toEqual([1, 0]);
    expect(told).toMatch(/^(queued|fetching|retrying)$/);
    expect(ended).toBe(false);
    expect(departure.cursor).toBe(next);
    for (const page of pagesIn([departure])) {
      ended = !page.has_more || page.next_page_cursor === next;
      next = page.next_page_cursor;
    }
  }
}

/** The ledger's file counts what left, and the service received no more than that. */
function checkLedger(
  { dataDir, service, isCutOff }: World,
  run: AskedRun,
  departures: Departures,
): void {
  const noted = notedCalls(dataDir, run.id);
  expect(noted.open).toBe(0);
  expect(noted.answered + noted.unanswered).toBe(sent(departures));
  const received = service.requests.filter(({ query }) => query['q'] === run.words);
  const cutOff = departures.filter(isCutOff).length;
  expect(received.length).toBeLessThanOrEqual(sent(departures));
  expect(received.length).toBeGreaterThanOrEqual(sent(departures) - cutOff);
  const served = received.filter(({ status }) => status === 200).length;
  expect(pagesIn(departures).length).toBeGreaterThanOrEqual(served - cutOff);
}

/** Every page that came whole is stored once, in order. */
async function checkStored(world: World, run: AskedRun, departures: Departures): Promise<void> {
  const pages = pagesIn(departures);
  const way = world.way();
  const opened = await way.call('run.open', { runId: run.id });
  if (!opened.ok) {
    expect(opened.error.title).toBe('This run is not on this computer.');
    // Or the program was closed before it was begun.
    if (!world.mayBeGone(run)) expect(sent(departures)).toBe(0);
    return;
  }
  const { run: found } = opened.value;
  expect(isWorking(found.state)).toBe(false);
  expect([found.calls, found.pageCount]).toEqual([sent(departures), pages.length]);
  expect(found.rowCount + found.heldBack).toBe(rowsIn(pages));
  for (const [at, { results }] of pages.entries()) {
    // A limit in rows holds back what is beyond it.
    const before = rowsIn(pages.slice(0, at));
    const shown = results.slice(0, Math.max(0, found.rowCount - before));
    const window = { runId: run.id, offset: before, count: 100 };
    const { rows } = await way.value('rows.window', window);
    expect(rows.slice(0, results.length)).toEqual(shown);
  }
}

/** All counts that a person can see are the same. */
async function checkCounts(world: World): Promise<void> {
  const way = world.way();
  const { departures } = world.recorder;
  const total = sent(departures);
  const session = sent(departures.slice(world.departedBefore()));
  const { calls } = await way.value('app.snapshot', {});
  expect(calls).toEqual({ session, total });
  const counts = await way.value('calls.counts', {});
  expect(counts.total).toBe(total);
  expect(counts.byPlatform.microblog ?? 0).toBe(total);
  const { runs } = await way.value('history.list', {});
  const listed = world.runs.filter(({ id }) => runs.some((run) => run.id === id));
  expect(new Map(runs.map(({ id, calls: ofOne }) => [id, ofOne]))).toEqual(
    new Map(listed.map((run) => [run.id, sent(ofRun(world, run))])),
  );
}

/** Both windows were told how each run looks now. */
async function checkWindows(world: World): Promise<void> {
  for (const window of world.heard()) {
    for (const [runId, told] of window) {
      const { run } = await world.way().value('run.open', { runId });
      if (told.revision !== run.revision) {
        await vi.waitFor(() => expect(window.get(runId)?.revision).toBe(run.revision), 10_000);
      }
      expect(window.get(runId)).toEqual(run);
    }
  }
}

/** The rows are the first ones that the service has, none left out. */
export function checkAgainstService(world: World): void {
  for (const run of world.runs) {
    const rows = pagesIn(ofRun(world, run)).flatMap(({ results }) => results);
    if (rows.length === 0) continue;
    const all = world.service.itemsFor('/api/data/microblog/posts/live', { q: run.words });
    expect(rows).toEqual(all.slice(0, rows.length));
  }
}
