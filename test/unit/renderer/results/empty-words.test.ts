import { expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import { emptyWords } from '#renderer/features/results/empty-words.ts';
import { makeRun } from '../make.ts';

const operation = {
  operationId: 'op_1',
  status: 'running',
  startedAt: '2026-11-20T17:00:00.000Z',
  checkedAt: null,
  expiresAt: null,
  trouble: null,
  downloadUrl: null,
};
const words = (change: Parameters<typeof makeRun>[0]) => {
  const run = makeRun({ pageCount: 0, rowCount: 0, state: { kind: 'stopped' }, ...change });
  const { title, advice } = emptyWords(run, null, null);
  return `${title} | ${advice}`;
};

it('a stopped run without rows says what the button beside it does', () => {
  expect(words({})).toBe(
    'Stopped before the first page | Next page asks for it again. What was stopped may have been counted as a call.',
  );
  expect(words({ operation })).toBe(
    'Stopped waiting for the answer | Go on waiting, and the rows appear here when the service has them.',
  );
  expect(words({ pageCount: 2 })).toBe('No rows so far | Get the next page to go on.');
});

it('an empty page that promises more, without a way to it, is not told as nothing found', () => {
  const state = { kind: 'noMore' } as const;
  const notices = [{ code: 'more_unreachable', message: 'There is more.' }];
  expect(words({ state, pageCount: 1, notices })).toBe(
    'The page came empty | The service says that there is more, but gave no place to go on from.',
  );
  expect(words({ state, pageCount: 1 })).toMatch(/^No rows here \|/);
});

it('a ceiling that was met before anything was sent is told as that', () => {
  const state = { kind: 'limit', reason: 'dayCeiling' } as const;
  expect(words({ state })).toMatch(/^Nothing was sent \|/);
  expect(words({ state, pageCount: 1 })).toMatch(/^All pages so far came empty \|/);
});

it('nothing found names what narrowed the question', () => {
  const endpoint = catalogue.endpoints.find(({ id }) => id === 'microblog.posts.search') ?? null;
  const advice = (values: Record<string, string>) => {
    const query = {
      endpointId: 'microblog.posts.search',
      values: { q: 'sea', ...values },
      fields: [],
    };
    const run = makeRun({ pageCount: 1, rowCount: 0, state: { kind: 'noMore' }, query });
    return emptyWords(run, endpoint, null).advice;
  };
  expect(advice({})).toBe('Try fewer words or other ones.');
  expect(advice({ since: '2026-01-01' })).toBe('Try fewer words or wider dates.');
  expect(advice({ until: '2026-01-01', lang: 'pt', sortBy: 'latest' })).toBe(
    'Try fewer words, wider dates, or no language.',
  );
});
