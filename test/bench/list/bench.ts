/**
 * A list of very many inputs through the contract, of an account each, one page of posts: read and
 * checked, asked, opened again after a restart, its inputs looked at. Answers come from memory, so
 * that only our own work and the disk are measured; beside it pages of one account.
 */
import type { InputsView } from '#shared/contract/list.ts';
import type { RunLimit } from '#shared/contract/run.ts';
import { untilRest } from '#test/support/plain-core.ts';
import { filled, inFolder, openCore } from '../core.ts';
import type { BenchCore } from '../core.ts';
import {
  atMost,
  countFrom,
  median,
  mostRss,
  mostRssOfChildren,
  printTable,
  quantile,
  randomDepths,
  timed,
  timesAtMost,
} from '../measure.ts';

const members = 30;
const asked = { endpointId: 'microblog.posts.by-user', fields: [] };

/** `--inputs=10000 --page=20` unless told. */
export async function bench(args: readonly string[]): Promise<void> {
  const inputs = countFrom(args, 'inputs', 10_000);
  const rowsPerPage = countFrom(args, 'page', 20);
  await inFolder((dataDir) => measure(dataDir, inputs, rowsPerPage));
}

async function measure(dataDir: string, inputs: number, rowsPerPage: number): Promise<void> {
  const [runId, pagesId] = ['bench-list', 'bench-pages'];
  const pagesBeside = Math.min(inputs, 2000);
  let core = await openCore(dataDir, ports(pagesBeside, rowsPerPage));
  const text = Array.from({ length: inputs }, (_, at) => `account_${at}`).join('\n');
  const accepted = await timed(() => accept(core, text));

  const each = await timed(() => {
    const query = { ...asked, values: { username: 'many' } };
    // A number that is given is not stopped at 200 calls.
    const limit: RunLimit = { pages: pagesBeside, rows: null };
    return untilRest(core, pagesId, () => core.call('run.start', { runId: pagesId, query, limit }));
  });
  // What is filled beside it must not be measured with the list.
  await filled(core, pagesId);
  const memory: number[] = [];
  const remember = (): void => void memory.push(process.memoryUsage().rss / 1024 ** 2);
  const list = await timed(async () => {
    const maxCalls = 10 * inputs;
    const query = { ...asked, values: {} };
    const first = Math.max(1, Math.floor(inputs / 10));
    const plan = { listId: accepted.value, onlyNew: false, perInput: 1, first, maxCalls };
    await untilRest(core, runId, () => core.call('run.start', { runId, query, list: plan }));
    remember();
    const rest = { inputs: 'waiting', first: null, maxCalls } as const;
    const run = await untilRest(core, runId, () => core.call('run.next', { runId, list: rest }));
    remember();
    if (run.calls !== inputs || run.rowCount !== inputs * rowsPerPage) {
      throw new Error(`${run.calls} calls, ${run.rowCount} rows.`);
    }
  });
  await filled(core, runId);
  const columns = mostRssOfChildren() / 1024 ** 2;
  await core.close();

  core = await openCore(dataDir, ports(pagesBeside, rowsPerPage));
  const paged = await timed(() => core.call('run.open', { runId: pagesId }));
  const opened = await timed(() => core.call('run.open', { runId }));
  const again: number[] = [];
  for (const offset of randomDepths(inputs * rowsPerPage, 100)) {
    const window = { runId, page: null, offset, count: 100 };
    again.push((await timed(() => core.call('rows.window', window))).ms);
  }
  const views = await windowsOf(core, runId, inputs);
  await core.close();

  const unit = 'ms';
  const [perInput, perPage] = [list.ms / inputs, each.ms / pagesBeside];
  printTable(`A list of ${inputs} inputs`, 'Pages', [
    { what: 'read and checked', ours: accepted.ms, unit, goal: atMost(1000) },
    { what: 'an input', ours: perInput, beside: perPage, unit, goal: timesAtMost(2) },
    { what: 'opened again', ours: opened.ms, beside: paged.ms, unit, goal: atMost(300) },
    { what: 'rows, window p95', ours: quantile(again, 0.95), unit, goal: atMost(16) },
    ...views.map(({ what, ms }) => {
      return { what: `inputs ${what}, p95`, ours: quantile(ms, 0.95), unit, goal: atMost(16) };
    }),
    { what: 'memory, a tenth asked', ours: memory[0] ?? 0, unit: 'MB' },
    { what: 'memory, all asked', ours: memory[1] ?? 0, unit: 'MB' },
    { what: 'memory, at most', ours: mostRss() / 1024 ** 2, unit: 'MB', goal: atMost(400) },
    { what: 'the column store’s process, at most', ours: columns, unit: 'MB' },
  ]);
  const middle = median(views.flatMap(({ ms }) => ms));
  console.log(`  Median of an input window: ${middle.toFixed(2)} ms`);
}

async function accept(core: BenchCore, text: string): Promise<string> {
  const { tableId, hasHeader } = await core.call('list.read', { kind: 'paste', text });
  const mapping = { username: 0 };
  const query = { ...asked, values: {} };
  return (await core.call('list.check', { tableId, hasHeader, query, mapping })).listId;
}

const orders: InputsView['order'][] = ['number', 'text', 'status', 'rows', 'calls'];

async function windowsOf(
  core: BenchCore,
  runId: string,
  inputs: number,
): Promise<{ what: string; ms: number[] }[]> {
  const found: { what: string; ms: number[] }[] = [];
  for (const order of orders) {
    const view: InputsView = { statuses: null, search: '', order, descending: true };
    const ms: number[] = [];
    for (const offset of randomDepths(inputs, 40)) {
      const window = { runId, view, offset, count: 100 };
      ms.push((await timed(() => core.call('run.inputs', window))).ms);
    }
    found.push({ what: `by ${order}`, ms });
  }
  return found;
}

/** A service in memory: one page for each account, but for `many`, which has as many as inputs. */
function ports(pages: number, rowsPerPage: number): NonNullable<Parameters<typeof openCore>[1]> {
  const fill = Array.from({ length: members }, (_, at) => [`member_${at}`, `value ${at}`] as const);
  const row = Object.fromEntries(fill);
  return {
    start: { sample: false, serviceAddress: 'http://127.0.0.1:1', accessKey: 'key-12345678' },
    askForDescription: false,
    fetch: async (given) => {
      const { pathname, searchParams } = new URL(given instanceof Request ? given.url : given);
      const name = /users?\/([^/]+)/.exec(pathname)?.[1] ?? '';
      const page = Number(searchParams.get('cursor') ?? '1');
      const hasMore = name === 'many' && page < pages;
      const results = Array.from({ length: rowsPerPage }, (_, at) => ({
        id: `${name}/${page}/${at}`,
        ...row,
      }));
      const next = hasMore ? `${page + 1}` : null;
      return Response.json({ results, has_more: hasMore, next_page_cursor: next });
    },
  };
}
