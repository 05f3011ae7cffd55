/** One answer, asked for by a core in a process of its own. Its folder is gone afterwards. */
import { untilRest } from '#test/support/plain-core.ts';
import { report, takeTask } from '../child.ts';
import { inFolder, openCore } from '../core.ts';
import { mostRss } from '../measure.ts';
import type { BenchCore } from '../core.ts';

export interface Task {
  address: string;
  by: 'run' | 'status' | 'hand';
}
export type Told = Awaited<ReturnType<typeof measure>>;

async function askFor(core: BenchCore, { by }: Task): Promise<string> {
  if (by === 'status') {
    await core.call('service.read', { page: 'status' });
    return 'read';
  }
  if (by === 'hand') {
    const request = { path: '/api/data/microblog/posts/live', params: [] };
    const input = { requestId: 'by-hand-1', request, metered: true };
    const sent = await core.call('request.send', input);
    return sent.kind === 'answered' ? (sent.answer.problem?.title ?? 'read') : sent.kind;
  }
  const runId = 'bench-memory';
  const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
  const run = await untilRest(core, runId, () => core.call('run.start', { runId, query }));
  const problem = 'problem' in run.state ? run.state.problem.title : '';
  return [run.state.kind, problem, ...run.notices.map(({ message }) => message)].join(' ');
}

async function measure(core: BenchCore, task: Task) {
  const beforeRss = mostRss();
  const begun = performance.now();
  const said = await askFor(core, task).catch((error: unknown) => String(error));
  return { beforeRss, mostRss: mostRss(), ms: performance.now() - begun, said };
}

const task = await takeTask<Task>();
const start = { sample: false, serviceAddress: task.address, accessKey: 'a-key-of-this-bench' };
await inFolder(async (dataDir) => {
  const core = await openCore(dataDir, { start });
  const told = await measure(core, task);
  await core.close();
  report(told);
});
