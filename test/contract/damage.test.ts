/** A data folder that came back from a crash or a bad disk, as the core tells of it. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lineOf } from '#test/support/store/runs.ts';
import { expectReadable, sharedTwoRuns } from '#test/support/two-runs.ts';
import type { ARun } from '#test/support/two-runs.ts';

const newTwoRuns = sharedTwoRuns();

interface Damage {
  harm: (run: ARun) => void;
  /** Codes of what the run says of it. */
  notices?: readonly string[];
  lostPages?: readonly number[];
  /** The unfinished bytes are in a file of their own. */
  torn?: boolean;
  /** The support bundle names the run. */
  unsound?: boolean;
}

const columns = ({ folder }: ARun): string => join(folder, 'derived', 'columns.duckdb');

/** Where page `number` begins in the log; its header is about 150 bytes long. */
const pageStart = (bytes: Buffer, number: number): number =>
  bytes.lastIndexOf('\n', bytes.indexOf(`"page":${number},`)) + 1;

function flip(path: string, offset: (bytes: Buffer) => number): void {
  const bytes = readFileSync(path);
  bytes[offset(bytes)]! ^= 0x15;
  writeFileSync(path, bytes);
}

/** What each file of a run may come back as; every byte of them is the unit tests' matter. */
const damages: Readonly<Record<string, Damage>> = {
  'a torn last line': {
    harm: (run) => {
      appendFileSync(run.log, '{"v":1,"kind":"page","len":78123,"crc":"9a0');
    },
    notices: ['torn_tail'],
    torn: true,
  },
  'a page damaged in the middle of its log': {
    harm: ({ log }) => flip(log, (bytes) => pageStart(bytes, 2) + 600),
    notices: ['page_unreadable'],
    lostPages: [2],
  },
  'other bytes in its columns, and where its rows are damaged': {
    harm: (run) => {
      flip(run.log, (log) => log.indexOf(',"places":') + 16);
      const bytes = readFileSync(columns(run));
      randomBytes(64 * 1024).copy(bytes, bytes.length >> 1);
      writeFileSync(columns(run), bytes);
    },
  },
  'a name and a note that can’t be read': {
    harm: ({ folder }) => writeFileSync(join(folder, 'meta.json'), '{"name":'),
    notices: ['meta_damaged'],
  },
  'records in its log that say odd things': {
    harm: ({ log }) => {
      const at = { firstRow: 20, at: '2026-03-31T10:00:00Z' };
      const page = { kind: 'page', page: 5, ms: 1, rows: 0, ...at, at: 'yesterday' } as const;
      for (const record of [page, { kind: 'rest', next: 'stopped', ...at } as const]) {
        appendFileSync(log, lineOf(record, Buffer.from('{}')));
      }
    },
    notices: ['damaged_middle'],
    unsound: true,
  },
};

it.each(Object.entries(damages))(
  '[43, 44] a run with %s keeps every other row, says what is lost, and hinders no other run',
  async (_, { harm, notices = [], lostPages = [], torn = false, unsound = false }) => {
    const { harmed, other, start, server } = newTwoRuns();
    const whole = readFileSync(harmed.log);
    harm(harmed);
    const asItCame = readFileSync(harmed.log);
    const sent = server.requests.length;

    const test = await start();
    const { runs } = await test.value('history.list', {});
    expect(runs.map(({ id }) => id)).toEqual([other.id, harmed.id]);
    const { text } = await test.value('support.preview', { withQuestions: false });
    expect(text.includes(harmed.id)).toBe(unsound);
    const run = await expectReadable(test, harmed, { lostPages });
    expect(run.notices.map(({ code }) => code)).toEqual(notices);
    for (const { message } of run.notices) expect(message).toMatch(/^[A-Z].*[^/]\.$/);
    expect((await expectReadable(test, other)).notices).toEqual([]);
    expect(test.reported).toEqual([]);
    expect(server.requests.length).toBe(sent);
    await test.close();

    const kept = torn ? whole : asItCame;
    expect(readFileSync(harmed.log).subarray(0, kept.length).equals(kept)).toBe(true);
    const aside = readdirSync(harmed.folder).filter((name) => name.startsWith('torn-'));
    expect(aside.map((name) => readFileSync(join(harmed.folder, name)))).toEqual(
      torn ? [asItCame.subarray(whole.length)] : [],
    );
  },
);

it('[44] rows of a damaged page are back everywhere once its bytes are', async () => {
  const { harmed, start } = newTwoRuns();
  const whole = readFileSync(harmed.log);
  flip(harmed.log, (bytes) => pageStart(bytes, 2) + 600);
  rmSync(columns(harmed));
  const damaged = await start();
  await expectReadable(damaged, harmed, { lostPages: [2] });
  await damaged.close();
  writeFileSync(harmed.log, whole);
  expect((await expectReadable(await start(), harmed)).notices).toEqual([]);
});

it('[44] a run whose first line is damaged is left as it is, and the person is told why it can’t be shown', async () => {
  const { harmed, other, start } = newTwoRuns();
  flip(harmed.log, () => 30);
  const asItCame = readFileSync(harmed.log);
  const test = await start();
  const { runs } = await test.value('history.list', {});
  const rows = harmed.rows.length;
  const listed = runs.find(({ id }) => id === harmed.id);
  expect(listed).toMatchObject({ query: null, rows, condition: 'damaged' });
  const answer = await test.call('run.open', { runId: harmed.id });
  expect(answer).toMatchObject({ ok: false, error: { code: 'storage_failed', call: 'noCall' } });
  expect(JSON.stringify(answer)).toContain('beginning of this run’s file is damaged');
  expect((await expectReadable(test, other)).notices).toEqual([]);
  expect(test.reported).toEqual([]);
  await test.close();
  expect(readFileSync(harmed.log).equals(asItCame)).toBe(true);
});
