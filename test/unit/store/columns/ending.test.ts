import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { classify } from '#main/core/store/columns/worker/database.ts';
import { forkWorker, WorkerLink } from '#main/core/store/columns/column-store.ts';
import type { ColumnsError, WorkerProcess } from '#main/core/store/columns/column-store.ts';
import type { View } from '#shared/contract/view.ts';
import { everyRow } from '#shared/contract/view.ts';
import {
  TestRun,
  filledRun,
  expectRight,
  ownStore,
  sharedStore,
  storeWith,
  wholeSummary,
} from '#test/support/columns/store.ts';
import { columnsWorker } from '#test/support/columns/worker-pool.ts';
import { bundleChild } from '#test/support/store/child.ts';
import { count } from '#test/support/thorough.ts';

const rows = Array.from({ length: 1500 }, (_, n) => ({ id: n, text: `T ${(n * 7919) % 1009}` }));
const view: View = { ...everyRow, sort: [{ field: 'text', direction: 'ascending' }] };
const searching: View = { ...everyRow, search: 't 100' };
const shared = sharedStore();
const { folder, store, tap } = shared;

/** Changes when a run's file is built again. */
const epochOf = async (source: TestRun): Promise<number> => (await store.query(source, view)).epoch;

/** Two runs whose rows are filled in, and their epochs. */
async function twoRuns() {
  const first = await filledRun(shared, rows);
  const second = await filledRun(shared, rows);
  const epochs = [await epochOf(first), await epochOf(second)];
  return { first, second, epochs, startedBefore: tap.started.length };
}

it('a worker that can’t be ended is waited for, but not for good', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const kill = vi.fn<() => void>();
  const deaf: WorkerProcess = { postMessage: () => undefined, on: () => undefined, kill };
  const options = {
    folders: [],
    tempFolder: '',
    memoryMb: 1,
    threads: 1,
    exactDistinct: 1,
    wordsMs: 1000,
  };
  const link = new WorkerLink(() => deaf, options);
  const asked = link.ask({ kind: 'detach', runId: 'run-00000001' });
  const ended = expect(asked).rejects.toMatchObject({ code: 'closed' });
  const closed = vi.fn<() => void>();
  void link.close().then(closed);
  await vi.advanceTimersByTimeAsync(60_000);
  await ended;
  expect(closed).toHaveBeenCalledOnce();
  expect(kill).toHaveBeenCalledOnce();
});

/** Starts workers that note what they hear, the first of which read for ever. */
const readers = (started: string[][], readingForEver: number) => (): WorkerProcess => {
  const heard: string[] = [];
  const reads = started.push(heard) <= readingForEver;
  const on: Record<string, (reply: unknown) => void> = {};
  return {
    on: (event: string, listener: (reply: never) => void) =>
      void (on[event] = listener as (reply: unknown) => void),
    postMessage: (message) => {
      if (!('command' in message)) return;
      heard.push(message.command.kind);
      if (!reads) on['message']?.({ id: message.id, ok: true, value: { known: true } });
    },
    kill: () => on['exit']?.(undefined),
  };
};

it('a workbook that is cancelled ends the worker, which hears nothing while it reads; others are answered', async () => {
  const started: string[][] = [];
  const others = ['catchUp', 'unpack', 'unpackSheets'];
  const own = ownStore({ startWorker: readers(started, 1) });
  const cancelling = new AbortController();
  const book = own.store.unpackSheets(
    { from: 'book.xlsx', to: 'rows.jsonl', empty: '-' },
    cancelling.signal,
  );
  const cancelled = expect(book).rejects.toMatchObject({ code: 'cancelled' });
  const other = own.store.catchUp(new TestRun(own.folder, rows));
  const { signal } = new AbortController();
  // Their ends would be taken for damaged files.
  const file = own.store.unpack({ from: 'a', to: 'b', rows: null, bytes: 1 }, signal);
  const second = own.store.unpackSheets(
    { from: 'other.xlsx', to: 'others.jsonl', empty: '-' },
    signal,
  );
  await expect.poll(() => started[0]).toEqual(['unpackSheets', ...others]);
  cancelling.abort();
  await Promise.all([cancelled, other, file, second]);
  expect(started[1]).toEqual(others);
});

it('however many workbooks are cancelled meanwhile, the others are answered', async () => {
  const started: string[][] = [];
  // Six read for ever.
  const own = ownStore({ startWorker: readers(started, 6) });
  const other = own.store.catchUp(new TestRun(own.folder, rows));
  for (let times = 0; times < 6; times++) {
    const cancelling = new AbortController();
    const book = own.store.unpackSheets(
      { from: 'book.xlsx', to: 'rows', empty: '-' },
      cancelling.signal,
    );
    const cancelled = expect(book).rejects.toMatchObject({ code: 'cancelled' });
    await expect.poll(() => started[times]?.toSorted()).toEqual(['catchUp', 'unpackSheets']);
    cancelling.abort();
    await cancelled;
  }
  await other;
  expect(started[6]).toEqual(['catchUp']);
});

describe('a worker that ends', () => {
  it('is started again, the files are used as they are, and nobody is left waiting', async () => {
    const { first, second, epochs, startedBefore } = await twoRuns();
    const worker = tap.started.at(-1)!;
    worker.kill();
    await once(worker, 'exit');
    for (const source of [first, second]) await expectRight(store, source, view);
    expect(tap.started).toHaveLength(startedBefore + 1);
    expect([await epochOf(first), await epochOf(second)]).toEqual(epochs);

    const ended = tap.endAt('query');
    await Promise.all([view, searching].map((each) => expectRight(store, second, each)));
    await ended;
  });

  it('while rows are filled in loses none', async () => {
    const long = Array.from({ length: 20 }, () => rows).flat();
    const source = new TestRun(folder, long, 'ended-thrice');
    const startedBefore = tap.started.length;
    const before = tap.commands.length;
    const caughtUp = store.catchUp(source);
    for (let times = 1; times <= 3; times++) {
      await expect.poll(() => tap.commands.length).toBe(before + times);
      tap.started.at(-1)!.kill();
    }
    await caughtUp;
    expect(tap.started).toHaveLength(startedBefore + 3);
    await expectRight(store, source, view);
  });

  it.skipIf(process.platform === 'win32')('ends with a program that is killed', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const args = [await bundleChild('worker'), columnsWorker().href, folder, pipe];
    const program = spawn(process.execPath, args);
    onTestFinished(() => {
      program.kill('SIGKILL');
      try {
        // Whoever still reads comes to an end.
        closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
      } catch {
        // Nobody does.
      }
    });
    await once(program.stdout, 'data');
    // It writes its errors where the program does, which is closed when both are gone.
    const closed = vi.fn();
    program.once('close', closed);
    program.kill('SIGKILL');
    await expect.poll(() => closed.mock.calls.length, { timeout: 15_000 }).toBe(1);
  });

  it('17 gets none of the environment, in which the key may be', async () => {
    vi.stubEnv('SOCIAL_DATA_API_KEY', 'canary');
    onTestFinished(() => void vi.unstubAllEnvs());
    const path = join(folder, 'environment.mjs');
    writeFileSync(path, 'process.on("message", () => process.send(process.env))');
    const worker = forkWorker(pathToFileURL(path));
    onTestFinished(() => void worker.kill());
    const told = new Promise((resolve) => {
      worker.on('message', resolve);
    });
    worker.postMessage({ id: 1, cancel: true });
    expect(JSON.stringify(await told)).not.toContain('canary');
  });

  it('again and again is given up', async () => {
    const path = join(folder, 'ends.mjs');
    writeFileSync(path, 'process.exit(1)');
    const own = ownStore({ startWorker: () => forkWorker(pathToFileURL(path)) });
    const source = new TestRun(own.folder, rows);
    await expect(own.store.catchUp(source)).rejects.toMatchObject({ code: 'ended' });
    await expect(own.store.query(source, view)).rejects.toMatchObject({ code: 'ended' });
  });
});

describe('a database that gives up', () => {
  it('is started again, and only the run that broke it is built again, once for a question', async () => {
    const { first, second, epochs, startedBefore } = await twoRuns();
    tap.answerNext('query', { code: 'fatal' });
    await expectRight(store, first, view);
    expect(await epochOf(first)).not.toBe(epochs[0]);
    await expectRight(store, second, view);
    expect(await epochOf(second)).toBe(epochs[1]);
    expect(tap.started).toHaveLength(startedBefore + 1);

    tap.answerNext('query', { code: 'fatal' }, 2);
    await expect(store.query(first, searching)).rejects.toMatchObject({ code: 'fatal' });
  });

  it('is ended in the middle of what else it was asked, which is asked again', async () => {
    const { first, second, startedBefore } = await twoRuns();
    const asked = Array.from({ length: 6 }, (_, n) =>
      expectRight(store, second, { ...view, search: `${n}` }),
    );
    // Now others are in the middle of the database's work.
    await Promise.race(asked);
    tap.answerNext('query', { code: 'fatal' });
    await Promise.all([...asked, store.query(first, { ...view, search: 'broken' })]);
    expect(tap.started).toHaveLength(startedBefore + 1);
  });

  it.each([
    ['FATAL Error: Failed to create checkpoint because of error: x', 'fatal'],
    ['INTERNAL Error: Attempted to access index 3 within vector of size 3', 'fatal'],
    ['FATAL Error: database has been invalidated because of a previous fatal error. The', 'ended'],
    ['IO Error: Database "run1" has been invalidated because checkpointing failed.', 'damaged'],
    ['IO Error: Corrupt database file: computed checksum 1 does not match', 'damaged'],
    ['IO Error: Could not read enough bytes from file "/x": attempted to read 9 bytes', 'damaged'],
    ['IO Error: The file "/x" exists, but it is not a valid DuckDB database file!', 'damaged'],
    ['IO Error: Could not write all bytes to "/x": No space left on device', 'storage_full'],
    ['Out of Memory Error: could not allocate block of size 256.0 KiB', 'memory'],
    ['INTERRUPT Error: Interrupted!', 'cancelled'],
    ['Binder Error: Referenced column "c9" not found', 'failed'],
  ])('says %s', (message, code) => {
    expect(classify(new Error(message)).code).toBe(code);
    // The sentence for the person has no path in it.
    expect(classify(new Error(message)).message).not.toContain('/x');
  });
});

it('rows that can’t be filled in are told, the others can be asked about, and it goes on when it can', async () => {
  const source = await filledRun(shared, rows);
  const more = source.asOf(2 * rows.length);
  await expect(store.catchUp(more)).rejects.toMatchObject({ code: 'failed' });
  const part = await store.query(more, view);
  expect(part).toMatchObject({ rows: rows.length, count: rows.length });
  await expect(store.query(more, view, { rows: more.rowCount })).rejects.toThrow();
  source.rows = [...rows, ...rows];
  expect(await expectRight(store, source, view)).toMatchObject({ count: 2 * rows.length });
});

describe('detaching', () => {
  it('lets go of the file, so that the run can be moved or deleted', async () => {
    const { first, epochs } = await twoRuns();
    await store.detach(first.id);
    expect(existsSync(`${first.file}.wal`)).toBe(false);
    renameSync(first.folder, `${folder}/trash`);
    renameSync(`${folder}/trash`, first.folder);
    // It is opened again with the next question.
    expect(await epochOf(first)).toBe(epochs[0]);
  });

  it('cancels what is being asked and filled in', async () => {
    const { first } = await twoRuns();
    first.rows = [...rows, ...rows, ...rows];
    const asked = [
      store.query(first, searching, { rows: rows.length }),
      store.query(first, view, { rows: 3 * rows.length }),
      store.ask(first, wholeSummary),
      store.catchUp(first),
    ].map((question) => question.then(() => 'answered').catch((error: ColumnsError) => error.code));
    await store.detach(first.id);
    rmSync(first.folder, { recursive: true });
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['cancelled']));
    // Nothing writes there afterwards.
    expect(existsSync(first.folder)).toBe(false);
  });

  it('has let go of the file when it is done, whatever other runs are doing', async () => {
    const first = await filledRun(shared, rows.slice(0, 200));
    // What a process that is killed leaves: a file with a journal.
    const left = (id: string): TestRun => {
      const copy = new TestRun(folder, rows.slice(0, 300), id);
      mkdirSync(dirname(copy.file), { recursive: true });
      for (const end of ['', '.wal']) copyFileSync(`${first.file}${end}`, `${copy.file}${end}`);
      return copy;
    };
    for (let times = 0; times < count(4, 20); times++) {
      const copies = ['one', 'two'].map((name) => left(`copy-${times}-${name}`));
      const journals = copies.map(async (copy) => {
        await store.catchUp(copy);
        await store.detach(copy.id);
        return existsSync(`${copy.file}.wal`);
      });
      expect(await Promise.all(journals)).toEqual([false, false]);
    }
  });

  it('closes everything with the store', async () => {
    const worker = forkWorker(columnsWorker()) as ChildProcess & WorkerProcess;
    const own = await storeWith(rows, { startWorker: () => worker });
    await own.store.close();
    await own.store.close();
    expect(worker.signalCode).toBe('SIGKILL');
    await expect(own.store.query(own.source, view)).rejects.toMatchObject({ code: 'closed' });
    await expect(own.store.catchUp(own.source)).rejects.toMatchObject({ code: 'closed' });
  });
});
