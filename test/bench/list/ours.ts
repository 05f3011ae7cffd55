/** Our side, in a process of its own: a core whose memory is its own, on a fresh folder. */
import { inputsOf } from '#shared/contract/run.ts';
import type { RunLimit } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import { untilRest } from '#test/support/plain-core.ts';
import { report, takeTask } from '../child.ts';
import { filled, inFolder, openCore } from '../core.ts';
import type { BenchCore } from '../core.ts';
import { mostRss, mostRssOfChildren, quantile, randomDepths, timed } from '../measure.ts';

export interface ListTask {
  address: string;
  inputs: number;
  rowsPerPage: number;
  /** Of the one account beside the list. */
  pages: number;
}
export type ListReport = Awaited<ReturnType<typeof measure>>;

const asked = { endpointId: 'microblog.posts.by-user', fields: [] };
const [runId, pagesId] = ['bench-list', 'bench-pages'];

async function measure(dataDir: string, task: ListTask) {
  const { address, inputs, rowsPerPage, pages } = task;
  const start = { sample: false, serviceAddress: address, accessKey: 'key-12345678' };
  const open = (): Promise<BenchCore> => openCore(dataDir, { start, attended: false });
  let core = await open();
  const text = Array.from({ length: inputs }, (_, at) => `account_${at}`).join('\n');
  const accepted = await timed(() => accept(core, text));

  const each = await timed(() => {
    const query = { ...asked, values: { username: 'many' } };
    // A number that is given is not stopped at 200 calls.
    const limit: RunLimit = { pages, rows: null };
    return untilRest(core, pagesId, () => core.call('run.start', { runId: pagesId, query, limit }));
  });
  // What is filled beside it must not be measured with the list.
  await filled(core, pagesId);
  const memory: number[] = [];
  const remember = (): void => void memory.push(process.memoryUsage().rss);
  const list = await timed(async () => {
    const calls = 10 * inputs;
    const query = { ...asked, values: {} };
    const first = Math.max(1, Math.floor(inputs / 10));
    const limit = { perInput: 1, inputs: first, calls };
    const all = { runId, query, limit, list: { listId: accepted.value } };
    await untilRest(core, runId, () => core.call('run.start', all));
    remember();
    const rest = { inputs: 'waiting', limit: { calls } } as const;
    const run = await untilRest(core, runId, () => core.call('run.next', { runId, ...rest }));
    remember();
    if (run.calls !== inputs || run.rowCount !== inputs * rowsPerPage) {
      throw new Error(`${run.calls} calls, ${run.rowCount} rows.`);
    }
  });
  await filled(core, runId);
  const columns = mostRssOfChildren();
  await core.close();

  core = await open();
  const paged = await timed(() => core.call('run.open', { runId: pagesId }));
  const opened = await timed(() => core.call('run.open', { runId }));
  const windows: number[] = [];
  for (const offset of randomDepths(inputs * rowsPerPage, 100)) {
    const window = { runId, offset, count: 100 };
    windows.push((await timed(() => core.call('rows.window', window))).ms);
  }
  const views = await windowsOf(core, inputs);
  await core.close();
  return {
    acceptedMs: accepted.ms,
    inputMs: list.ms / inputs,
    pageMs: each.ms / pages,
    openedMs: opened.ms,
    pagedMs: paged.ms,
    windowMs: quantile(windows, 0.95),
    views,
    memory: { tenth: memory[0]!, all: memory[1]!, most: mostRss(), columns },
  };
}

async function accept(core: BenchCore, text: string): Promise<string> {
  const { tableId, hasHeader } = await core.call('list.take', { kind: 'text', text });
  const mapping = { username: 0 };
  const query = { ...asked, values: {} };
  return (await core.call('list.check', { tableId, hasHeader, query, mapping })).listId;
}

const orders = ['_input', 'status', 'rows', 'calls'];

async function windowsOf(core: BenchCore, inputs: number) {
  const found: { order: string; ms: number[] }[] = [];
  const listed = inputsOf(runId);
  for (const order of orders) {
    const view = { ...everyRow, sort: [{ field: order, direction: 'descending' as const }] };
    const { rows } = await core.call('view.open', { runId: listed, view });
    const ms: number[] = [];
    for (const offset of randomDepths(inputs, 40)) {
      const window = { runId: listed, view, rows, offset, count: 100 };
      ms.push((await timed(() => core.call('rows.window', window))).ms);
    }
    found.push({ order, ms });
  }
  return found;
}

const task = await takeTask<ListTask>();
await inFolder(async (dataDir) => report(await measure(dataDir, task)));
