import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAnswers } from '#main/core/requests/answers.ts';
import { mintRunId } from '#test/support/core.ts';
import { testFolder } from '#test/support/store/runs.ts';

const body = Buffer.from('{}');
const makeAnswer = (metered: boolean) => ({
  profileId: 'p',
  problem: null,
  head: {
    requestId: mintRunId(),
    at: '2026-11-23T00:00:00.000Z',
    ms: 5,
    status: 200,
    contentType: 'application/json',
    target: metered ? '/api/data/echo' : '/api/status',
    metered,
    sentWith: null,
    bytes: 2,
    isKept: metered,
  },
});

it('an answer is listed that is kept while the folder is read for the list', async () => {
  const answers = createAnswers(testFolder());
  const answer = makeAnswer(true);
  await Promise.all([answers.keep(answer, body), answers.list('p')]);
  expect(await answers.list('p')).toMatchObject([{ requestId: answer.head.requestId }]);
});

it('an answer that was paid for and not written stays, however many others follow', async () => {
  const folder = testFolder();
  await writeFile(join(folder, 'requests'), 'No folder.');
  const answers = createAnswers(folder);
  const paid = makeAnswer(true);
  await expect(answers.keep(paid, body)).rejects.toThrow();
  const free = Array.from({ length: 30 }, () => makeAnswer(false));
  for (const one of free) answers.hold(one, body);
  expect(await answers.get(paid.head.requestId)).toMatchObject({ body });
  expect(await answers.list('p')).toHaveLength(21);
  expect(await answers.get(free[0]?.head.requestId ?? '')).toBeNull();
});

it('answers that somebody else wrote are listed as ours are, and no others', async () => {
  const folder = testFolder();
  const write = (requestId: string, line: unknown): Promise<void> =>
    writeFile(join(folder, 'requests', `${requestId}.answer`), `${JSON.stringify(line)}\n{}`);
  await mkdir(join(folder, 'requests'));
  const own = { v: 1, ...makeAnswer(true) };
  await write(own.head.requestId, own);
  const headOf = (requestId: string) => ({ ...own.head, requestId });
  const odd = (change: object, requestId = mintRunId(), head: object = headOf(requestId)) =>
    write(requestId, { ...own, head, ...change });
  await odd({ v: 2 });
  await odd({ problem: 7 });
  await odd({ head: 7 });
  // Under another name; and with a first line that none of ours is as long as.
  await odd({}, mintRunId(), own.head);
  await odd({ other: 'x'.repeat(200_000) });
  expect(await createAnswers(folder).list('p')).toEqual([own.head]);
});

it('answers that could not be read are read again', async () => {
  const folder = testFolder();
  const answer = makeAnswer(true);
  await createAnswers(folder).keep(answer, body);
  const [there, elsewhere] = [join(folder, 'requests'), join(folder, 'elsewhere')];
  await rename(there, elsewhere);
  await writeFile(there, 'No folder.');
  const answers = createAnswers(folder);
  expect(await answers.list('p')).toEqual([]);
  await rm(there);
  await rename(elsewhere, there);
  expect(await answers.list('p')).toHaveLength(1);
});
