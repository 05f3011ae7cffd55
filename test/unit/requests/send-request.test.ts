import { expect, it, onTestFinished, vi } from 'vitest';
import { createAnswers } from '#main/core/requests/answers.ts';
import { sendRequest } from '#main/core/requests/request-handlers.ts';
import { createTurns } from '#main/core/runs/limits.ts';
import { openLedger } from '#main/core/store/ledger.ts';
import { paperKeychain } from '#test/support/core.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { add, profileId, withSecrets } from '../credentials/set-up.ts';

it('a key that is removed while a request is queued behind a page is not sent', async () => {
  const dataFolder = testFolder();
  const ledger = await openLedger(dataFolder);
  onTestFinished(() => ledger.close());
  const credentials = withSecrets(paperKeychain());
  const id = await add(credentials, 'access-key-0001');
  const turns = createTurns();
  const fetch = vi.fn(async () => Response.json({}));
  const request = { path: '/api/data/microblog/posts/live', params: [] };
  const sending = sendRequest(
    { requestId: 'request-0001', request, metered: true, beyondCeiling: false },
    {
      fetch,
      credentials,
      profile: () => ({ id: profileId, label: 'Service', address: profileId }),
      ledger,
      graceMs: () => 0,
      turns: {
        ...turns,
        async take(...asked) {
          await credentials.remove(profileId, id);
          return turns.take(...asked);
        },
      },
      ceilings: () => ({ run: null, day: null }),
      timeoutMs: () => 1000,
      answers: createAnswers(dataFolder),
      dataFolder,
      closing: new AbortController().signal,
      note: () => undefined,
      counted: () => undefined,
    },
    new AbortController().signal,
  );
  await expect(sending).rejects.toMatchObject({
    problem: {
      code: 'no_credential',
      title: 'The key was replaced or removed, so it isn’t sent any more.',
      call: 'noCall',
    },
  });
  expect(fetch).not.toHaveBeenCalled();
  expect(ledger.callsOfRun('request-0001')).toBe(0);
});
