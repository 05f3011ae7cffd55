/** Asks a question for a list, as the form does, and waits until its run rests. */
import { onTestFinished } from 'vitest';
import { inputField, inputStatusWords } from '#shared/contract/list.ts';
import type { NextInputs } from '#shared/contract/list.ts';
import type { MethodOutput } from '#shared/contract/methods.ts';
import { inputsOf as idOfInputs } from '#shared/contract/run.ts';
import type { Budget, Run } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { mintRunId, question, rested, startTestCore } from '../core.ts';
import type { TestCore, TestCoreOptions } from '../core.ts';
import type { ListService } from './list-service.ts';

export const accounts = question('microblog.posts.by-user', {});

interface Asking extends Partial<Budget> {
  text: string;
  onlyNew?: boolean;
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
    'list.take',
    file === undefined ? { kind: 'text', text } : { kind: 'file', name: file, base64 },
  );
  return core.value('list.check', { tableId, hasHeader, query, mapping: { [key]: 0 } });
}

/** Reads, checks and asks; resolves when the run rests. */
export async function askList(core: TestCore, asking: Asking): Promise<Run> {
  const { listId } = await checkList(core, asking);
  const { text: _, query = accounts, key: _key, file: _file, onlyNew = false, ...most } = asking;
  const runId = mintRunId();
  const limit = { perInput: 3, calls: 10_000, ...most };
  await core.value('run.start', { runId, query, limit, list: { listId, onlyNew } });
  return rested(runId, core);
}

interface Next extends Partial<Budget> {
  which?: NextInputs;
  atMost?: number | null;
}

/** Asks the inputs that wait, unless told; resolves when the run rests again. */
export async function goOn(
  core: TestCore,
  runId: string,
  { which = 'waiting', atMost = null, ...most }: Next = {},
): Promise<Run> {
  const limit = { calls: 1000, ...most };
  await core.value('run.next', { runId, limit, inputs: which, atMost });
  return rested(runId, core);
}

/** The inputs of a list, all of them in their order unless told; what is unknown of one is undefined. */
export async function inputsOf(core: TestCore, runId: string, view: Partial<View> = {}) {
  const window = {
    runId: idOfInputs(runId),
    view: { ...everyRow, ...view },
    offset: 0,
    count: 1000,
  };
  const { rows } = await core.value('rows.window', window);
  return rows.map(
    ({ [inputField]: text, status: word, rows: own, pages, calls, answered, why }) => {
      const [status] = Object.entries(inputStatusWords).find(([, words]) => words === word) ?? [];
      return { text, status, rows: own, pages, calls, answered, why };
    },
  );
}

export const names = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${kind}-${at + 1}`);
