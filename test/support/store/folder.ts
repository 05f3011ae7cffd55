/** A folder and a store of its own for each test; both are gone afterwards. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RunStore, StorePorts } from '#main/core/store/run-store.ts';
import { createRunStore } from '#main/core/store/run-store.ts';

export function testFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'store-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function testStore(dataDir: string, ports?: Partial<StorePorts>): RunStore {
  const store = createRunStore(dataDir, ports);
  onTestFinished(() => store.close());
  return store;
}
