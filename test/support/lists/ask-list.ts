/** Asks a question for a list, as the form does, and waits until its run rests. */
import { onTestFinished } from 'vitest';
import type { ListPlan } from '#shared/contract/list.ts';
import type { Run } from '#shared/contract/run.ts';
import { mintRunId, rested, startTestCore } from '../core.ts';
import type { TestCore, TestCoreOptions } from '../core.ts';
import type { ListService } from './list-service.ts';

export const accounts = { endpointId: 'microblog.posts.by-user', values: {}, fields: [] };

interface Asking extends Partial<Omit<ListPlan, 'listId'>> {
  text: string;
  query?: typeof accounts;
  key?: string;
  /** Reads it from a file of this name, rather than as pasted. */
  file?: string;
}

export async function begin(
  service: ListService,
  options: TestCoreOptions = {},
): Promise<TestCore> {
  const core = await startTestCore({
    serviceAddress: service.address,
    accessKey: 'key-12345678',
    ...options,
  });
  onTestFinished(() => core.close());
  return core;
}

/** Reads, checks and asks; resolves when the run rests. */
export async function askList(
  core: TestCore,
  { text, query = accounts, key = 'username', file, ...plan }: Asking,
): Promise<Run> {
  const { tableId, hasHeader } = await core.value(
    'list.read',
    file === undefined
      ? { kind: 'paste', text }
      : { kind: 'file', name: file, base64: Buffer.from(text).toString('base64') },
  );
  const { listId } = await core.value('list.check', {
    tableId,
    hasHeader,
    query,
    mapping: { [key]: 0 },
  });
  const runId = mintRunId();
  await core.value('run.start', {
    runId,
    query,
    list: { listId, perInput: 3, first: null, maxCalls: 10_000, ...plan },
  });
  return rested(runId, core);
}

export const names = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${kind}-${at + 1}`);

/** The view of all inputs, in their order. */
export const everyInput = {
  statuses: null,
  search: '',
  order: 'number',
  descending: false,
} as const;
