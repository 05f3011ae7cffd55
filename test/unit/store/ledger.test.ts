import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CallEntry } from '#main/core/store/ledger-line.ts';
import type { Ledger } from '#main/core/store/ledger.ts';
import { openLedger } from '#main/core/store/ledger.ts';
import { faultyFiles } from '#test/support/store/faulty-files.ts';
import { testFolder } from '#test/support/store/folder.ts';

const origin = 'https://data.example';
const call: CallEntry = {
  runId: 'run-0001',
  endpointId: 'microblog.posts.search',
  platform: 'microblog',
  profileId: origin,
  metered: true,
};
const none = { answered: 0, unanswered: 0, notSent: 0, inFlight: 0 };

async function open(dataDir: string, ports?: Parameters<typeof openLedger>[1]): Promise<Ledger> {
  const ledger = await openLedger(dataDir, ports);
  onTestFinished(() => ledger.close());
  return ledger;
}

const linesOf = (dataDir: string): Record<string, unknown>[] =>
  readFileSync(join(dataDir, 'ledger.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the ledger', () => {
  it('notes a call on disk before it is sent, and what became of it after', async () => {
    const dataDir = testFolder();
    const faulty = faultyFiles();
    const ledger = await open(dataDir, { files: faulty.files });
    faulty.calls.length = 0;
    const token = await ledger.sent(call);
    expect(faulty.calls.map(({ operation }) => operation)).toEqual(['write', 'datasync']);
    expect(linesOf(dataDir)).toMatchObject([{ v: 1, kind: 'sent', id: token.id, ...call }]);
    await ledger.done(token, { outcome: 'answered', status: 200 });
    expect(linesOf(dataDir)[1]).toMatchObject({
      v: 1,
      kind: 'done',
      id: token.id,
      outcome: 'answered',
      status: 200,
    });
  });

  it('counts by what became of a call, per session, run, day and platform', async () => {
    const dataDir = testFolder();
    let day = 1;
    const now = (): Date => new Date(2026, 2, day, 12);
    const ledger = await open(dataDir, { now });
    const outcomes = ['answered', 'answered', 'unanswered', 'notSent'] as const;
    for (const outcome of outcomes) {
      await ledger.done(await ledger.sent(call), { outcome, status: null });
    }
    day = 2;
    await ledger.sent({ ...call, runId: 'run-0002', platform: 'forum' });
    expect(ledger.calls(origin)).toEqual({ session: 4, total: 4 });
    expect(ledger.callsOfRun('run-0001')).toBe(3);
    expect(ledger.callsOfRun('run-0002')).toBe(1);
    expect(ledger.callsOfRun('run-0003')).toBe(0);
    const first = { answered: 2, unanswered: 1, notSent: 1, inFlight: 0 };
    const { byDay, byPlatform, byDayAndPlatform, session } = ledger.count(origin);
    expect(session).toEqual({ ...first, inFlight: 1 });
    expect(Object.fromEntries(byDay)).toEqual({
      '2026-03-01': first,
      '2026-03-02': { ...none, inFlight: 1 },
    });
    expect(Object.fromEntries(byPlatform)).toEqual({
      microblog: first,
      forum: { ...none, inFlight: 1 },
    });
    expect([...byDayAndPlatform].map(([on, counts]) => [on, Object.fromEntries(counts)])).toEqual([
      ['2026-03-01', { microblog: first }],
      ['2026-03-02', { forum: { ...none, inFlight: 1 } }],
    ]);
  });

  it('starts a new session when opened again, and does not know what became of open calls', async () => {
    const dataDir = testFolder();
    const before = await open(dataDir);
    await before.done(await before.sent(call), { outcome: 'answered', status: 200 });
    await before.sent(call);
    await before.close();
    const ledger = await open(dataDir);
    expect(ledger.calls(origin)).toEqual({ session: 0, total: 2 });
    expect(ledger.count(origin).total).toEqual({ ...none, answered: 1, unanswered: 1 });
    await ledger.sent(call);
    expect(ledger.calls(origin)).toEqual({ session: 1, total: 3 });
    expect(ledger.callsOfRun('run-0001')).toBe(3);
  });

  it('keeps the sample service apart, and does not count what is not metered', async () => {
    const ledger = await open(testFolder());
    await ledger.sent({ ...call, profileId: 'sample' });
    await ledger.sent({ ...call, metered: false });
    expect(ledger.calls('sample')).toEqual({ session: 1, total: 1 });
    expect(ledger.calls(origin)).toEqual({ session: 0, total: 0 });
  });

  it('settles a call once', async () => {
    const ledger = await open(testFolder());
    const token = await ledger.sent(call);
    await ledger.done(token, { outcome: 'notSent', status: null });
    await ledger.done(token, { outcome: 'answered', status: 200 });
    expect(ledger.count(origin).total).toEqual({ ...none, notSent: 1 });
  });

  it('takes notes of several calls at once', async () => {
    const dataDir = testFolder();
    const ledger = await open(dataDir);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => ledger.sent(call)));
    await Promise.all(
      tokens.map((token) => ledger.done(token, { outcome: 'answered', status: 200 })),
    );
    expect(linesOf(dataDir).length).toBe(40);
    expect(new Set(tokens.map(({ id }) => id)).size).toBe(20);
    await ledger.close();
    expect((await open(dataDir)).count(origin).total).toEqual({ ...none, answered: 20 });
  });

  it('[43] loses nothing but an unfinished last line, wherever it was cut', async () => {
    const dataDir = testFolder();
    const path = join(dataDir, 'ledger.jsonl');
    const ledger = await open(dataDir);
    await ledger.done(await ledger.sent(call), { outcome: 'answered', status: 200 });
    await ledger.sent(call);
    await ledger.close();
    const whole = readFileSync(path);
    const start = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
    for (let cut = start + 1; cut < whole.length; cut++) {
      writeFileSync(path, whole.subarray(0, cut));
      const opened = await openLedger(dataDir);
      expect(opened.notices.map(({ code }) => code)).toEqual(['ledger_torn']);
      expect(opened.count(origin).total).toEqual({ ...none, answered: 1 });
      await opened.sent(call);
      await opened.close();
      expect(linesOf(dataDir).length).toBe(3);
    }
    const aside = readdirSync(dataDir).filter((name) => name.startsWith('ledger-torn-'));
    expect(aside.length).toBe(whole.length - start - 1);
  });

  it('[44] says that a line in the middle can’t be read, and keeps it', async () => {
    const dataDir = testFolder();
    const ledger = await open(dataDir);
    for (let calls = 0; calls < 3; calls++) await ledger.sent(call);
    await ledger.close();
    const path = join(dataDir, 'ledger.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n');
    lines[1] = lines[1]!.replace('"kind"', '\u0000kind"');
    writeFileSync(path, lines.join('\n'));
    const opened = await open(dataDir);
    expect(opened.notices.map(({ code }) => code)).toEqual(['ledger_damaged']);
    expect(opened.calls(origin).total).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe(lines.join('\n'));
  });

  it('[44] leaves a newer version’s ledger alone and lets nothing be sent', async () => {
    const dataDir = testFolder();
    const ledger = await open(dataDir);
    await ledger.sent(call);
    await ledger.close();
    const path = join(dataDir, 'ledger.jsonl');
    const text = `${readFileSync(path, 'utf8')}{"v":2,"kind":"sent","what":[]}\n{"v":2,"kin`;
    writeFileSync(path, text);
    const opened = await open(dataDir);
    expect(opened.notices.map(({ code }) => code)).toEqual(['newer_version']);
    expect(opened.calls(origin).total).toBe(1);
    await expect(opened.sent(call)).rejects.toMatchObject({ code: 'read_only' });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('[41] is read and lets nothing be sent where an unfinished line can’t be set aside', async () => {
    const dataDir = testFolder();
    const ledger = await open(dataDir);
    await ledger.sent(call);
    await ledger.close();
    const path = join(dataDir, 'ledger.jsonl');
    const text = `${readFileSync(path, 'utf8')}{"v":1,"kind":"se`;
    writeFileSync(path, text);
    const faulty = faultyFiles();
    faulty.fail({ operations: ['write'], path: '.bin', code: 'ENOSPC' });
    const opened = await open(dataDir, { files: faulty.files });
    expect(opened.notices.map(({ code }) => code)).toEqual(['ledger_read_only']);
    expect(opened.notices[0]?.message).toMatch(/no space left on the disk.*can be read and saved/);
    expect(opened.calls(origin).total).toBe(1);
    await expect(opened.sent(call)).rejects.toMatchObject({ code: 'read_only' });
    expect(readFileSync(path, 'utf8')).toBe(text);
    // There is space again.
    const later = await open(dataDir);
    expect(later.notices.map(({ code }) => code)).toEqual(['ledger_torn']);
    await later.sent(call);
  });

  it('[41] refuses a call that it can’t note, and counts nothing', async () => {
    const dataDir = testFolder();
    const faulty = faultyFiles();
    const ledger = await open(dataDir, { files: faulty.files });
    for (const operations of [['write'], ['datasync']] as const) {
      faulty.fail({ operations, path: 'ledger.jsonl', code: 'ENOSPC' });
      await expect(ledger.sent(call)).rejects.toMatchObject({ code: 'storage_full' });
    }
    expect(ledger.calls(origin)).toEqual({ session: 0, total: 0 });
    faulty.fail(null);
    await ledger.sent(call);
    expect(linesOf(dataDir).length).toBe(1);
  });

  it('does not lose an answer over a disk that refuses the note; the note goes with the next', async () => {
    const dataDir = testFolder();
    const faulty = faultyFiles();
    const ledger = await open(dataDir, { files: faulty.files });
    const token = await ledger.sent(call);
    faulty.fail({ operations: ['write'], path: 'ledger.jsonl', code: 'ENOSPC', takes: 10 });
    await ledger.done(token, { outcome: 'answered', status: 200 });
    expect(ledger.count(origin).total).toEqual({ ...none, answered: 1 });
    faulty.fail(null);
    await ledger.sent(call);
    expect(linesOf(dataDir).map(({ kind }) => kind)).toEqual(['sent', 'done', 'sent']);
    await ledger.close();
    const { total } = (await open(dataDir)).count(origin);
    expect(total).toEqual({ ...none, answered: 1, unanswered: 1 });
  });

  it('is read in pieces without losing lines between them', async () => {
    const dataDir = testFolder();
    const id = (number: number): string => String(number).padStart(12, '0');
    const at = '2026-03-31T10:00:00.000Z';
    const lines = Array.from({ length: 8000 }, (_, number) =>
      JSON.stringify({ v: 1, kind: 'sent', id: id(number), at, ...call }),
    );
    writeFileSync(join(dataDir, 'ledger.jsonl'), `${lines.join('\n')}\n`);
    const ledger = await open(dataDir);
    expect(ledger.notices).toEqual([]);
    expect(ledger.calls(origin)).toEqual({ session: 0, total: 8000 });
  });
});
