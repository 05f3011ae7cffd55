/** Data that can't be written (checklist 41): it is shown and saved, and nothing is fetched. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyWorkspace, defaultPreferences } from '#shared/contract/snapshot.ts';
import { mintRunId } from '#test/support/core.ts';
import { readOnlyWays } from '#test/support/read-only.ts';
import { readTree } from '#test/support/search-files.ts';
import { expectReadable, queryFor, sharedTwoRuns } from '#test/support/two-runs.ts';

const newTwoRuns = sharedTwoRuns();

describe.each(readOnlyWays)('[41, 44] $name', ({ during, sorts }) => {
  it('a data folder is shown and saved, says so, and nothing is sent or changed', async () => {
    const { dataDir, server, harmed, other, start } = newTwoRuns();
    // Made anew whenever it is missing, where that is possible.
    rmSync(join(dataDir, 'tmp'), { recursive: true });
    const before = await readTree(dataDir);
    const sent = server.requests.length;
    await during(dataDir, dataDir, async () => {
      const test = await start();
      const { notices, calls, profile } = await test.value('app.snapshot', {});
      expect(notices.map(({ code }) => code)).toContain('ledger_read_only');
      expect(calls).toEqual({ session: 0, total: 6 });
      expect((await test.value('history.list', {})).runs).toHaveLength(2);
      for (const run of [harmed, other]) {
        const opened = await expectReadable(test, run, { sorts });
        expect(opened.notices.map(({ code }) => code)).toEqual(['read_only']);
      }

      const runId = harmed.id;
      const refusals = [
        await test.call('run.start', { runId: mintRunId(), query: queryFor('new') }),
        await test.call('history.describe', { runId, name: 'New name' }),
        await test.call('history.remove', { runIds: [other.id] }),
        await test.call('workspace.save', { profileId: profile!.id, workspace: emptyWorkspace }),
        await test.call('preferences.save', defaultPreferences),
      ];
      for (const refused of refusals) {
        expect(refused).toMatchObject({ ok: false, error: { code: 'storage_failed' } });
        expect(JSON.stringify(refused)).toMatch(
          /can only be read|is read-only|Permission was denied/,
        );
        expect(JSON.stringify(refused)).not.toContain(dataDir);
      }
      expect((await test.call('run.next', { runId })).ok).toBe(false);
      await expectReadable(test, other, { sorts });
      expect(test.reported).toEqual([]);
      await test.close();
    });
    expect(server.requests.length).toBe(sent);
    expect(await readTree(dataDir)).toEqual(before);

    // It can be written again: all is as it was.
    const later = await start();
    expect((await expectReadable(later, harmed)).notices).toEqual([]);
    const { run } = await later.value('run.start', { runId: mintRunId(), query: queryFor('new') });
    expect(run).toMatchObject({ state: { kind: 'more' }, calls: 1 });
  });

  it('one run’s folder can be read, and all others go on', async () => {
    const { dataDir, harmed, other, start } = newTwoRuns();
    const before = await readTree(harmed.folder);
    await during(dataDir, harmed.folder, async () => {
      const test = await start();
      const opened = await expectReadable(test, harmed, { sorts });
      expect(opened.notices.map(({ code }) => code)).toEqual(['read_only']);
      const writable = await expectReadable(test, other, { sorts });
      expect(writable.notices).toEqual([]);
      // No way on by date is said of a run that can't be continued.
      expect([opened.stoppedAt, typeof writable.stoppedAt]).toEqual([null, 'string']);
      const { run } = await test.value('run.start', { runId: mintRunId(), query: queryFor('new') });
      expect(run).toMatchObject({ state: { kind: 'more' }, calls: 1 });
      expect(test.reported).toEqual([]);
      await test.close();
    });
    expect(await readTree(harmed.folder)).toEqual(before);
  });
});
