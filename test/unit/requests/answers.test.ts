import { expect, it } from 'vitest';
import { createAnswers } from '#main/core/requests/answers.ts';
import { mintRunId } from '#test/support/core.ts';
import { testFolder } from '#test/support/store/runs.ts';

it('an answer is listed that is kept while the folder is read for the list', async () => {
  const answers = createAnswers(testFolder());
  const requestId = mintRunId();
  const head = {
    requestId,
    at: '2026-11-23T00:00:00.000Z',
    ms: 5,
    status: 200,
    contentType: 'application/json',
    target: '/api/data/echo',
    metered: true,
    sentWith: null,
    bytes: 2,
    isKept: true,
  };
  const answer = { profileId: 'p', problem: null, head };
  await Promise.all([answers.keep(answer, Buffer.from('{}')), answers.list('p')]);
  expect(await answers.list('p')).toMatchObject([{ requestId }]);
});
