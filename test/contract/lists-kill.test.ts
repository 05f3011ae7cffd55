/**
 * kill -9 while a list runs: the same run is killed at random moments and continued, and each time
 * every row that was shown is there, no finished input is asked again, and only the input under way
 * is paid for once more.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { rowsIn } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { columnsWorker } from '#test/support/columns/worker-pool.ts';
import type { ListOptions, ToldList } from '#test/support/kill/list.ts';
import { begin, inputsOf, names } from '#test/support/lists/ask-list.ts';
import { idsOf, pageRows, startListService } from '#test/support/lists/list-service.ts';
import { bundleProgram, startChild } from '#test/support/store/child.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { count } from '#test/support/thorough.ts';

const kills = count(5, 50);
const pages = 3;
const inputs = [...names('user', 50), ...names('gone', 5), ...names('empty', 5), 'user-x'];
const accessKey = 'key-12345678';
/** Of 163 that the list takes. */
const maxCallsAtOnce = 80;

it(`a list killed at ${kills} random moments loses no row and pays nothing twice`, async () => {
  const program = await bundleProgram(new URL('../support/kill/list.ts', import.meta.url));
  const dataDir = testFolder();
  const service = await startListService(pages);
  let number = 0;
  let text: string | null = null;
  let finished = new Set<string>();
  let inTheMiddle = 0;
  /** Of the run that is being killed. */
  let [asked, killsOfRun, runId] = [0, 0, ''];
  for (let kill = 1; kill <= kills; kill++) {
    if (finished.size === 0 || finished.size === inputs.length) {
      runId = `run-killed-${++number}`;
      [asked, killsOfRun, text, finished] = [service.asked.length, 0, inputs.join('\n'), new Set()];
    } else text = null;
    const before = service.asked.length;
    const options: ListOptions = {
      dataDir,
      serviceAddress: service.address,
      accessKey,
      columnsWorker: columnsWorker().href,
      runId,
      text,
      pages,
    };
    const child = startChild(program, [JSON.stringify(options)]);
    await child.printed(1);
    const enough = before + Math.floor(Math.random() * maxCallsAtOnce);
    while (service.asked.length < enough && !/noMore/.test(child.lines.at(-1) ?? ''))
      await sleep(1);
    await child.kill();
    killsOfRun += 1;
    const told = child.told<ToldList>();

    // A service may count a list's call that was cut off; nothing that is finished is asked again.
    const since = service.asked.slice(before);
    expect(since.filter((name) => finished.has(name))).toEqual([]);
    const core = await begin(service, { dataDir });
    const { run } = await core.value('run.open', { runId });
    expect(['stopped', 'interrupted', 'noMore', 'failed']).toContain(run.state.kind);
    for (const { rows, calls, waiting } of told) {
      expect(run.rowCount).toBeGreaterThanOrEqual(rows);
      expect(run.calls).toBeGreaterThanOrEqual(calls);
      expect(run.list?.statuses.waiting).toBeLessThanOrEqual(waiting);
    }
    // Noted before it is sent: a kill may come between the two, never after.
    const received = service.asked.length - asked;
    expect(run.calls).toBeGreaterThanOrEqual(received);
    expect(run.calls - received).toBeLessThanOrEqual(killsOfRun);

    const over = (await inputsOf(core, runId)).filter(({ status }) => status !== 'waiting');
    finished = new Set(over.map(({ text: name }) => String(name)));
    if (finished.size > 0 && finished.size < inputs.length) inTheMiddle += 1;
    const users = [...finished].filter((name) => name.startsWith('user')).length;
    const needed = users * pages + (finished.size - users);
    expect(received - needed).toBeLessThanOrEqual((killsOfRun + 1) * pages);
    await checkRows(core, runId, finished);
    expect(core.reported).toEqual([]);
    await core.close();
  }
  // Had every kill come before or after the list, it would prove nothing.
  expect(inTheMiddle).toBeGreaterThan(kills / 4);
}, 600_000);

/** All pages of the finished ones in order, and the first pages of the one under way. */
async function checkRows(
  core: TestCore,
  runId: string,
  finished: ReadonlySet<string>,
): Promise<void> {
  // Of an input that was asked again, the rows of both tries are kept.
  const rows = [...new Map((await rowsIn(core, runId)).map((row) => [row['id'], row])).values()];
  const users = inputs.filter((name) => name.startsWith('user'));
  const wanted = users.flatMap((name) => idsOf(name, pages));
  expect(rows.map(({ id }) => id)).toEqual(wanted.slice(0, rows.length));
  const whole = users.filter((name) => finished.has(name)).length * pages * pageRows;
  expect(rows.length).toBeGreaterThanOrEqual(whole);
  expect(rows.length).toBeLessThanOrEqual(whole + pages * pageRows);
  for (const row of rows) expect(String(row['id']).split('/')[0]).toBe(row['_input']);
}
