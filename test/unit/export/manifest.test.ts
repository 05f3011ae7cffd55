/** The records of a dataset folder that somebody else may have made. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { manifestKind, readManifest, readManifests } from '#main/core/export/manifest.ts';
import { testFolder } from '#test/support/store/runs.ts';

const runId = 'run-record-1';
const moment = '2026-11-28T00:00:00.000Z';
const sound = {
  ...manifestKind,
  run: runId,
  log: '',
  label: '',
  question: '',
  table: 'microblog-post',
  columns: [],
  collectedFrom: moment,
  collectedUntil: moment,
  savedAt: moment,
  application: { name: '', version: '' },
  upTo: 0,
  pending: [],
  files: [],
  inputs: null,
  codes: null,
  methods: { name: `methods/${runId}.json`, bytes: 1, sha256: '' },
};

let root: string;
const recordOf = (id: string): string => join(root, '_complete', `${id}.json`);
beforeEach(() => {
  root = testFolder();
  mkdirSync(join(root, '_complete'));
});

it('are those of their runs', async () => {
  writeFileSync(recordOf(runId), JSON.stringify(sound));
  expect(await readManifest(root, runId)).toMatchObject(sound);
  writeFileSync(recordOf('run-record-2'), JSON.stringify(sound));
  await expect(readManifest(root, 'run-record-2')).rejects.toThrow('can’t be read');
  expect(await readManifests(root)).toHaveLength(1);
});

it.each([
  ['a pipe', pipe, 'not a regular file'],
  ['a folder', (path: string) => mkdirSync(path), 'not a regular file'],
  ['a link', (path: string) => symlinkSync('/dev/zero', path), 'is a link'],
  ['too long', (path: string) => writeFileSync(path, Buffer.alloc(16_000_001, ' ')), 'is too long'],
])('hold nothing up where one is %s', async (_, put, why) => {
  writeFileSync(recordOf(runId), JSON.stringify(sound));
  put(recordOf('run-record-2'));
  await expect(readManifest(root, 'run-record-2')).rejects.toThrow(why);
  expect(await readManifests(root)).toHaveLength(1);
});

/** Whoever still waits for its other end when the test is over is let go, or the runner would not end. */
function pipe(path: string): void {
  execFileSync('mkfifo', [path]);
  onTestFinished(() => closeSync(openSync(path, constants.O_RDWR | constants.O_NONBLOCK)));
}
