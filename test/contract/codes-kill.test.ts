/** kill -9 while a person codes: what was said to be kept is there, once, and can be undone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openCodes } from '#main/core/store/own-values.ts';
import type { CodeOptions } from '#test/support/kill/code.ts';
import { bundleProgram, startChild } from '#test/support/store/child.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { count } from '#test/support/thorough.ts';

const kills = count(6, 50);
const resource = 'microblog.post';
const topic = '_own:topic';

it(`values given before ${kills} kills at random moments are all there, none twice`, async () => {
  const program = await bundleProgram(new URL('../support/kill/code.ts', import.meta.url));
  const folder = testFolder();
  const opened = await openCodes(folder);
  const column = { field: topic, name: 'Topic', kind: 'note' as const, description: '', codes: [] };
  await opened.change(() => ({ resource, who: 'AB', what: '', columns: [column] }));
  let first = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const child = startChild(program, [JSON.stringify({ folder, first } satisfies CodeOptions)]);
    await child.printed(1 + Math.floor(Math.random() * 20));
    await sleep(Math.random() * 20);
    await child.kill();
    const told = child.told<{ item: number }>().map(({ item }) => item);

    const { values, notices } = await openCodes(folder);
    expect(notices.filter(({ code }) => code !== 'codes_torn')).toEqual([]);
    const noted = [...values.notedIn(resource, topic)].map(([item]) => Number(item));
    const last = Math.max(...told);
    // At most the one that was being written is there besides those that were told of.
    expect([last + 1, last + 2]).toContain(noted.length);
    expect(noted).toEqual(Array.from({ length: noted.length }, (_, n) => n));
    const { values: before } = values.undoable(resource, false) ?? {};
    expect(before).toEqual([[topic, String(noted.length - 1), undefined]]);
    first = noted.length;
  }
}, 120_000);
