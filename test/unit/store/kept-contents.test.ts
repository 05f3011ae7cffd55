import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import type { FilePort } from '#main/core/store/file-port.ts';
import { nodeFiles } from '#main/core/store/file-port.ts';
import type { StoredRun } from '#main/core/store/run-store.ts';
import { answer, at, newRun, reopen } from '#test/support/store/runs.ts';

const columns = [{ field: 'seq', type: 'integer' as const }];

/** Pages of two inputs in turn, one asked again twice from its beginning, failures, ends: 1,002 pages. */
async function longRun() {
  /** Bytes read at once: a scan is nothing else. */
  const scanned = { bytes: 0 };
  const files: FilePort = {
    ...nodeFiles,
    async open(...how) {
      const file = await nodeFiles.open(...how);
      const readSync: typeof file.readSync = (target, position) => {
        scanned.bytes += target.length;
        return file.readSync(target, position);
      };
      return { ...file, readSync, datasync: () => Promise.resolve() };
    },
  };
  const made = await newRun([], { files });
  for (let page = 1; page <= 1002; page++) {
    const isFirst = page === 901 || page === 1001;
    const input = { number: page % 2, page: isFirst ? 1 : Math.ceil(page / 2) };
    await made.run.appendPage({ body: answer(page - 1, 1), page, at, ms: 3, status: 200, input });
    // What an end replaces depends on the pages before it.
    if (page === 950) {
      await made.run.appendInput(1, { at, reason: 'done', calls: 1, missing: [], why: null });
    }
    if (page % 300 === 0) await made.run.appendFail({ page: page + 1, at, code: 'timeout', input });
  }
  const missing = { missing: [], why: 'It took too long' };
  await made.run.appendInput(1, { at, reason: 'failed', calls: 501, ...missing });
  await made.run.appendInput(0, { at, reason: 'done', calls: 501, missing: [], why: null });
  await made.run.appendEnd('noMore', at);
  return { ...made, scanned, kept: join(made.folder, 'derived', 'opening.jsonl') };
}

/** Whatever a run says of its log. */
async function said(run: StoredRun) {
  const { pages, failures, finishedInputs, replacedRows, end, rowCount, header, notices } = run;
  const plain = pages.map((page) => Object.assign({}, page, { verified: undefined }));
  const input = run.pagesOfInput(1).map(({ page }) => page);
  const last = { ...run.lastAnswer, body: await run.lastAnswer?.read(), read: undefined };
  const why = await Promise.all(finishedInputs.map((one) => run.reasonOf(one)));
  const all = { pages: plain, failures, finishedInputs, replacedRows, end, rowCount, header };
  return { ...all, notices, input, last, why, summary: await run.summarise() };
}

it('a long run that is opened again says what its log says, without a scan; with one where what was kept doesn’t hold', async () => {
  const { run, store, scanned, kept, log } = await longRun();
  const expected = await said(run);
  expect(expected).toMatchObject({ rowCount: 1002, input: [1001] });
  await run.close(columns);

  scanned.bytes = 0;
  const opened = await store.open(run.id);
  expect(await said(opened)).toEqual(expected);
  expect(opened.knownColumns).toEqual(columns);
  expect(scanned.bytes).toBeLessThan(20_000);
  expect(await opened.rows(998, 9)).toEqual(await (await reopen(opened, store)).rows(998, 9));
  await (await store.open(run.id)).close(columns);

  const whole = readFileSync(kept, 'utf8');
  const changed = (change: (body: string) => string): void => {
    const body = change(whole.slice(whole.indexOf('\n') + 1, -1));
    expect(body, 'nothing was changed').not.toBe(whole.slice(whole.indexOf('\n') + 1, -1));
    writeFileSync(kept, `${JSON.stringify({ v: 1, crc: crc32(body) })}\n${body}\n`);
  };
  const harms: Record<string, () => void> = {
    missing: () => rmSync(kept),
    'changed by the disk': () =>
      writeFileSync(kept, whole.replace('"code":"timeout"', '"code":"tameout"')),
    'more rows than bytes': () => changed((body) => body.replace(/"api",1,/, '"api",99999999,')),
    'a page that ends before it begins': () =>
      changed((body) => body.replace(/\d+,(\d+,\d+\]\])$/, '99999999,$1')),
    'an input that ends before it begins': () =>
      changed((body) => body.replace(/\d+,(\d+\]\],)/, '99999999,$1')),
    'a failure that ends before it begins': () =>
      changed((body) => body.replace(/"bodyStart":\d+/, '"bodyStart":99999999')),
    'pages are missing': () => changed((body) => body.slice(0, body.lastIndexOf('\n'))),
    'pages that are none': () => changed((body) => body.replace(/\n\[\[.*?\]/, '\n[null')),
    'no JSON': () => changed((body) => `${body}]`),
    'a last answer that is none': () =>
      changed((body) => body.replace(/"lastAnswer":\d+/, '"lastAnswer":7')),
    'of the log at another time': () => utimesSync(log, 1, 1),
  };
  for (const [what, harm] of Object.entries(harms)) {
    writeFileSync(kept, whole);
    harm();
    scanned.bytes = 0;
    const again = await store.open(run.id);
    expect(await said(again), what).toEqual(expected);
    expect(scanned.bytes, what).toBeGreaterThan(400_000);
    await again.close();
  }
}, 60_000);
