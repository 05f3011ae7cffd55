/** A data folder that came back from a crash or a bad disk, as the core tells of it. */
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { encodeRecord } from '#main/core/store/record.ts';
import { expectReadable, twoRuns } from '#test/support/two-runs.ts';
import type { ARun } from '#test/support/two-runs.ts';

// Each opens a core or three, with a database in a thread of its own.
vi.setConfig({ testTimeout: 60_000 });

interface Damage {
  name: string;
  harm: (run: ARun) => void;
  /** Codes of what the run says of it. */
  notices: readonly string[];
  lostPages?: readonly number[];
  /** The unfinished bytes are in a file of their own. */
  torn?: boolean;
}

const index = ({ folder }: ARun): string => join(folder, 'derived', 'rows.idx');

const columns = ({ folder }: ARun): string => join(folder, 'derived', 'columns.duckdb');

/** Random bytes over a few blocks, from a share of the file on. */
function overwrite(path: string, from: number): void {
  const bytes = readFileSync(path);
  const start = Math.floor(bytes.length * from);
  randomBytes(64 * 1024).copy(bytes, start);
  writeFileSync(path, bytes);
}

/** Where page `number` begins in the log; its header is about 150 bytes long. */
function pageStart(bytes: Buffer, number: number): number {
  return bytes.lastIndexOf('\n', bytes.indexOf(`"page":${number},`)) + 1;
}

function flip(path: string, offset: (bytes: Buffer) => number): void {
  const bytes = readFileSync(path);
  bytes[offset(bytes)]! ^= 0x15;
  writeFileSync(path, bytes);
}

const damages: readonly Damage[] = [
  {
    name: 'a torn last line',
    harm: ({ log }) => appendFileSync(log, '{"v":1,"kind":"page","len":78123,"crc":"9a0'),
    notices: ['torn_tail'],
    torn: true,
  },
  {
    name: 'zeros at the end of its log',
    harm: ({ log }) => appendFileSync(log, Buffer.alloc(5000)),
    notices: ['torn_tail'],
    torn: true,
  },
  {
    name: 'a page damaged in the middle of its log',
    harm: ({ log }) => flip(log, (bytes) => pageStart(bytes, 2) + 600),
    notices: ['page_unreadable'],
    lostPages: [2],
  },
  {
    name: 'the head of a page damaged in the middle of its log',
    harm: ({ log }) => flip(log, (bytes) => pageStart(bytes, 3) + 20),
    notices: ['damaged_middle'],
    lostPages: [3],
  },
  { name: 'no row index', harm: (run) => rmSync(index(run)), notices: [] },
  {
    name: 'a row index cut short',
    harm: (run) => truncateSync(index(run), 32 + 16 * 7 + 5),
    notices: [],
  },
  { name: 'an empty row index', harm: (run) => writeFileSync(index(run), ''), notices: [] },
  {
    name: 'a row index damaged in the middle',
    harm: (run) => flip(index(run), () => 32 + 16 * 8 + 3),
    notices: [],
  },
  { name: 'no columns', harm: (run) => rmSync(columns(run)), notices: [] },
  { name: 'empty columns', harm: (run) => writeFileSync(columns(run), ''), notices: [] },
  {
    name: 'columns cut in the middle',
    harm: (run) => truncateSync(columns(run), Math.floor(statSync(columns(run)).size / 2)),
    notices: [],
  },
  {
    name: 'columns with other bytes in the middle',
    harm: (run) => overwrite(columns(run), 0.5),
    notices: [],
  },
  {
    name: 'columns with other bytes at the beginning',
    harm: (run) => overwrite(columns(run), 0),
    notices: [],
  },
  {
    name: 'a stray journal beside its columns',
    harm: (run) => writeFileSync(`${columns(run)}.wal`, randomBytes(9000)),
    notices: [],
  },
  {
    name: 'a folder where its columns should be',
    harm: (run) => {
      rmSync(columns(run));
      mkdirSync(columns(run));
    },
    notices: [],
  },
  {
    name: 'nothing derived',
    harm: ({ folder }) => rmSync(join(folder, 'derived'), { recursive: true }),
    notices: [],
  },
];

describe('[43, 44] a run with', () => {
  it.each(damages.map((damage) => [damage.name, damage] as const))(
    '%s keeps every other row, says what is lost, and hinders no other run',
    async (_, { harm, notices, lostPages = [], torn = false }) => {
      const { harmed, other, start, server } = await twoRuns();
      const whole = readFileSync(harmed.log);
      harm(harmed);
      const asItCame = readFileSync(harmed.log);
      const sent = server.requests.length;

      const test = await start();
      const { runs } = await test.value('history.list', {});
      expect(runs.map(({ id }) => id).toSorted()).toEqual([harmed.id, other.id].toSorted());
      const run = await expectReadable(test, harmed, { lostPages });
      expect(run.notices.map(({ code }) => code)).toEqual(notices);
      for (const { message } of run.notices) expect(message).toMatch(/^[A-Z].*[^/]\.$/);
      expect((await expectReadable(test, other)).notices).toEqual([]);
      expect(test.reported).toEqual([]);
      expect(server.requests.length).toBe(sent);
      await test.close();

      const log = readFileSync(harmed.log);
      const aside = readdirSync(harmed.folder).filter((name) => name.startsWith('torn-'));
      if (torn) {
        expect(log.subarray(0, whole.length).equals(whole)).toBe(true);
        expect(aside).toHaveLength(1);
        const bytes = readFileSync(join(harmed.folder, aside[0]!));
        expect(bytes.equals(asItCame.subarray(whole.length))).toBe(true);
      } else {
        expect(log.subarray(0, asItCame.length).equals(asItCame)).toBe(true);
        expect(aside).toEqual([]);
      }
    },
  );
});

describe('[44] a run whose log says odd things', () => {
  it('keeps neither the other runs out of History, nor the support bundle from being made', async () => {
    const { harmed, other, start } = await twoRuns();
    const page = { kind: 'page', page: 5, ms: 1, rows: 0, at: 'yesterday', firstRow: 20 } as const;
    const end = {
      kind: 'end',
      reason: 'stopped',
      at: '2026-03-31T10:00:00Z',
      firstRow: 20,
    } as const;
    for (const record of [page, end]) {
      appendFileSync(harmed.log, encodeRecord(record, Buffer.from('{}')).line);
    }
    const test = await start();
    const { runs } = await test.value('history.list', {});
    expect(runs.map(({ id }) => id)).toEqual([other.id, harmed.id]);
    const { text } = await test.value('support.preview', { withQuestions: false });
    expect(text).toContain(harmed.id);
    await expectReadable(test, harmed);
  });
});

describe('[44] a run whose first line is damaged', () => {
  it('is left as it is, and the person is told why it can’t be shown', async () => {
    const { harmed, other, start } = await twoRuns();
    flip(harmed.log, () => 30);
    const asItCame = readFileSync(harmed.log);
    const test = await start();
    const { runs } = await test.value('history.list', {});
    expect(runs.find(({ id }) => id === harmed.id)).toMatchObject({
      query: null,
      rows: harmed.rows.length,
      condition: 'damaged',
    });
    const answer = await test.call('run.open', { runId: harmed.id });
    expect(answer).toMatchObject({ ok: false, error: { code: 'storage_failed', call: 'noCall' } });
    expect(JSON.stringify(answer)).toContain('beginning of this run’s file is damaged');
    expect((await expectReadable(test, other)).notices).toEqual([]);
    expect(test.reported).toEqual([]);
    await test.close();
    expect(readFileSync(harmed.log).equals(asItCame)).toBe(true);
  });
});
