/** Asks a question for a list, as the form does, and waits until its run rests. */
import { onTestFinished } from 'vitest';
import type { InputsView, ListNext, ListPlan } from '#shared/contract/list.ts';
import type { MethodOutput } from '#shared/contract/methods.ts';
import type { Run } from '#shared/contract/run.ts';
import { mintRunId, question, rested, startTestCore } from '../core.ts';
import type { TestCore, TestCoreOptions } from '../core.ts';
import type { ListService } from './list-service.ts';

export const accounts = question('microblog.posts.by-user', {});

interface Asking extends Partial<Omit<ListPlan, 'listId'>> {
  text: string;
  query?: typeof accounts;
  key?: string;
  /** Reads it from a file of this name, rather than as pasted. */
  file?: string;
}

export async function begin(
  service: Pick<ListService, 'address'>,
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

/** Reads and checks a list. */
export async function checkList(
  core: Pick<TestCore, 'value'>,
  { text, query = accounts, key = 'username', file }: Asking,
): Promise<MethodOutput<'list.check'>> {
  const base64 = Buffer.from(text).toString('base64');
  const { tableId, hasHeader } = await core.value(
    'list.read',
    file === undefined ? { kind: 'paste', text } : { kind: 'file', name: file, base64 },
  );
  return core.value('list.check', { tableId, hasHeader, query, mapping: { [key]: 0 } });
}

/** Reads, checks and asks; resolves when the run rests. */
export async function askList(core: TestCore, asking: Asking): Promise<Run> {
  const { listId } = await checkList(core, asking);
  const { text: _, query = accounts, key: _key, file: _file, ...plan } = asking;
  const runId = mintRunId();
  const list = { listId, perInput: 3, first: null, maxCalls: 10_000, ...plan };
  await core.value('run.start', { runId, query, list });
  return rested(runId, core);
}

/** Asks the inputs that wait, unless told; resolves when the run rests again. */
export async function goOn(
  core: TestCore,
  runId: string,
  plan: Partial<ListNext> = {},
): Promise<Run> {
  const list = { inputs: 'waiting' as const, first: null, maxCalls: 1000, ...plan };
  await core.value('run.next', { runId, list });
  return rested(runId, core);
}

/** The inputs of a list, all of them in their order unless told. */
export async function inputsOf(
  core: TestCore,
  runId: string,
  view: Partial<InputsView> = {},
): Promise<MethodOutput<'run.inputs'>['inputs']> {
  const every = { statuses: null, search: '', order: 'number', descending: false } as const;
  const window = { runId, view: { ...every, ...view }, offset: 0, count: 1000 };
  return (await core.value('run.inputs', window)).inputs;
}

export const names = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${kind}-${at + 1}`);
