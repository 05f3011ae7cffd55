import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLedger } from '#main/core/store/ledger.ts';
import type { CallEntry, Ledger } from '#main/core/store/ledger.ts';
import { faultyFiles } from '#test/support/store/faulty-files.ts';
import { count } from '#test/support/thorough.ts';
import { testFolder } from '#test/support/store/runs.ts';

const origin = 'https://data.example';
const call: CallEntry = {
  runId: 'run-0001',
  endpointId: 'microblog.posts.search',
  platform: 'microblog',
  profileId: origin,
  key: 'key-1',
  metered: true,
};
const answered = { outcome: 'answered', status: 200 } as const;

type Ports = Parameters<typeof openLedger>[1];

async function open(dataDir: string, ports?: Ports): Promise<Ledger> {
  const ledger = await openLedger(dataDir, ports);
  onTestFinished(() => ledger.close());
  return ledger;
}

/** A new one on a disk that can be told to fail. */
async function faultyLedger() {
  const [dataDir, faulty] = [testFolder(), faultyFiles()];
  return { dataDir, faulty, ledger: await open(dataDir, { files: faulty.files }) };
}

const codes = (ledger: Ledger): string[] => ledger.notices.map(({ code }) => code);

/** A closed ledger with so many calls that nothing is known of, and its file. */
async function closedLedger(calls: number): Promise<{ dataDir: string; path: string }> {
  const dataDir = testFolder();
  const ledger = await open(dataDir);
  for (let made = 0; made < calls; made++) await ledger.sent(call);
  await ledger.close();
  return { dataDir, path: join(dataDir, 'ledger.jsonl') };
}

const linesOf = (dataDir: string): Record<string, unknown>[] =>
  readFileSync(join(dataDir, 'ledger.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the ledger', () => {
  it('notes a call on disk before it is sent, and what became of it after', async () => {
    const { dataDir, faulty, ledger } = await faultyLedger();
    faulty.calls.length = 0;
    const token = await ledger.sent(call);
    expect(faulty.calls.map(({ operation }) => operation)).toEqual(['open', 'write', 'datasync']);
    expect(linesOf(dataDir)).toMatchObject([{ v: 1, kind: 'sent', id: token.id, ...call }]);
    await ledger.done(token, answered);
    expect(linesOf(dataDir)[1]).toMatchObject({ v: 1, kind: 'done', id: token.id, ...answered });
  });

  it('counts by what became of a call, once, per service, session, run, day, platform and key; what is free, never', async () => {
    let day = 1;
    const now = (): Date => new Date(2026, 2, day, 12);
    const ledger = await open(testFolder(), { now });
    for (const outcome of ['answered', 'answered', 'unanswered', 'notSent'] as const) {
      const token = await ledger.sent(call);
      await ledger.done(token, { outcome, status: null });
      await ledger.done(token, answered);
    }
    day = 2;
    await ledger.sent({ ...call, runId: 'run-0002', platform: 'forum', key: null });
    await ledger.sent({ ...call, runId: 'sample-01', profileId: 'sample' });
    await ledger.sent({ ...call, metered: false });
    expect(ledger.calls('sample')).toEqual({ session: 1, total: 1 });
    expect(ledger.calls(origin)).toEqual({ session: 4, total: 4 });
    const ofRuns = ['run-0001', 'run-0002', 'run-0003'].map((id) => ledger.callsOfRun(id));
    expect(ofRuns).toEqual([3, 1, 0]);
    const { byDay, byKey } = ledger.count(origin);
    expect([...byDay].map(([on, counts]) => [on, Object.fromEntries(counts)])).toEqual([
      ['2026-03-01', { microblog: 3 }],
      ['2026-03-02', { forum: 1 }],
    ]);
    expect(Object.fromEntries(byKey)).toEqual({ 'key-1': 3, '': 1 });
    const told: unknown[] = [];
    await ledger.each((sent, done) => told.push([sent.runId, done?.outcome ?? null]));
    expect(told).toEqual([
      ...['answered', 'answered', 'unanswered', 'notSent'].map((one) => ['run-0001', one]),
      ...['run-0002', 'sample-01', 'run-0001'].map((runId) => [runId, null]),
    ]);
  });

  it('starts a new session when opened again, and does not know what became of open calls', async () => {
    const dataDir = testFolder();
    const before = await open(dataDir);
    await before.done(await before.sent(call), answered);
    await before.sent(call);
    await before.close();
    const ledger = await open(dataDir);
    expect(ledger.calls(origin)).toEqual({ session: 0, total: 2 });
    await ledger.sent(call);
    expect(ledger.calls(origin)).toEqual({ session: 1, total: 3 });
    expect(ledger.callsOfRun('run-0001')).toBe(3);
  });

  it('has a call for each time that one was noted, also where lines are there twice', async () => {
    const { dataDir, path } = await closedLedger(2);
    // As after files of two computers were put together.
    appendFileSync(path, readFileSync(path));
    const ledger = await open(dataDir);
    const told: unknown[] = [];
    await ledger.each((_, done) => told.push(done));
    expect(told).toEqual([null, null, null, null]);
    expect(ledger.count(origin).total).toBe(4);
  });

  it('takes notes of several calls at once', async () => {
    const dataDir = testFolder();
    const ledger = await open(dataDir);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => ledger.sent(call)));
    await Promise.all(tokens.map((token) => ledger.done(token, answered)));
    expect(linesOf(dataDir).length).toBe(40);
    expect(new Set(tokens.map(({ id }) => id)).size).toBe(20);
    await ledger.close();
    expect((await open(dataDir)).count(origin).total).toBe(20);
  });

  it('[43] loses nothing but an unfinished last line, wherever it was cut', async () => {
    const { dataDir, path } = await closedLedger(2);
    const whole = readFileSync(path);
    const start = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
    const step = count(9, 1);
    for (let cut = start + 1; cut < whole.length; cut += step) {
      writeFileSync(path, whole.subarray(0, cut));
      const opened = await openLedger(dataDir);
      expect(codes(opened)).toEqual(['ledger_torn']);
      expect(opened.calls(origin).total).toBe(1);
      await opened.sent(call);
      await opened.close();
      expect(linesOf(dataDir).length).toBe(2);
    }
    const aside = readdirSync(dataDir).filter((name) => name.startsWith('ledger-torn-'));
    expect(aside.length).toBe(Math.ceil((whole.length - start - 1) / step));
  });

  it('[44] says that a line in the middle can’t be read, and keeps it', async () => {
    const { dataDir, path } = await closedLedger(3);
    const lines = readFileSync(path, 'utf8').split('\n');
    lines[1] = lines[1]!.replace('"kind"', '\u0000kind"');
    writeFileSync(path, lines.join('\n'));
    const opened = await open(dataDir);
    expect(codes(opened)).toEqual(['ledger_damaged']);
    expect(opened.calls(origin).total).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe(lines.join('\n'));
  });

  it('[44] passes over lines of 70 KB and 100 MB, and says so', async () => {
    const { dataDir, path } = await closedLedger(2);
    const [first, second] = readFileSync(path, 'utf8').split('\n');
    const long = first!.replace(call.runId, 'r'.repeat(70_000));
    writeFileSync(path, `${first}\n${long}\n`);
    await truncate(path, 100_000_000);
    appendFileSync(path, `\n${second}\n`);
    const ledger = await open(dataDir);
    expect(codes(ledger)).toEqual(['ledger_damaged']);
    expect(ledger.calls(origin)).toEqual({ session: 0, total: 2 });
  });

  it('[44] copies nothing aside that is too long for a line, and begins the next one after it', async () => {
    const { dataDir, path } = await closedLedger(1);
    await truncate(path, 50_000_000);
    const ledger = await open(dataDir);
    expect(codes(ledger)).toEqual(['ledger_damaged']);
    await ledger.sent(call);
    await ledger.close();
    expect(readdirSync(dataDir)).toEqual(['ledger.jsonl']);
    expect((await open(dataDir)).calls(origin)).toEqual({ session: 0, total: 2 });
  });

  it('[41] is read and lets nothing be sent where an unfinished line can’t be set aside', async () => {
    const { files, fail } = faultyFiles();
    fail({ operations: ['write'], path: '.bin', code: 'ENOSPC' });
    const { dataDir, path } = await closedLedger(1);
    const text = `${readFileSync(path, 'utf8')}{"v":1,"ki`;
    writeFileSync(path, text);
    const opened = await open(dataDir, { files });
    expect(codes(opened)).toEqual(['ledger_read_only']);
    expect(opened.notices[0]?.message).toMatch(/no space left on the disk.*read and save the rows/);
    expect(opened.calls(origin).total).toBe(1);
    await expect(opened.sent(call)).rejects.toMatchObject({ code: 'read_only' });
    expect(readFileSync(path, 'utf8')).toBe(text);
    // There is space again.
    const later = await open(dataDir);
    expect(codes(later)).toEqual(['ledger_torn']);
    await later.sent(call);
  });

  it('[41] refuses a call that it can’t note, and counts nothing; the note of an answer goes with the next', async () => {
    const { dataDir, faulty, ledger } = await faultyLedger();
    for (const operations of [['write'], ['datasync']] as const) {
      faulty.fail({ operations, path: 'ledger.jsonl', code: 'ENOSPC' });
      await expect(ledger.sent(call)).rejects.toMatchObject({ code: 'storage_full' });
    }
    expect(ledger.calls(origin)).toEqual({ session: 0, total: 0 });
    faulty.fail(null);
    const token = await ledger.sent(call);
    expect(linesOf(dataDir).length).toBe(1);

    faulty.fail({ operations: ['write'], path: 'ledger.jsonl', code: 'ENOSPC', takes: 10 });
    await ledger.done(token, answered);
    expect(ledger.count(origin).total).toBe(1);
    faulty.fail(null);
    await ledger.sent(call);
    expect(linesOf(dataDir).map(({ kind }) => kind)).toEqual(['sent', 'done', 'sent']);
  });

  it('is read in pieces without losing lines between them', async () => {
    const dataDir = testFolder();
    const lines = Array.from({ length: 8000 }, (_, number) => {
      const id = String(number).padStart(12, '0');
      return JSON.stringify({ v: 1, kind: 'sent', id, at: '2026-03-31T10:00:00.000Z', ...call });
    });
    writeFileSync(join(dataDir, 'ledger.jsonl'), `${lines.join('\n')}\n`);
    const ledger = await open(dataDir);
    expect(codes(ledger)).toEqual([]);
    expect(ledger.calls(origin)).toEqual({ session: 0, total: 8000 });
  });
});
