/** What the parameters of a question change. */
import { describe, expect, it } from 'vitest';
import { ask, friday, number, pagesOf, question, startService, text } from './asking.ts';
import type { Item } from './asking.ts';

const search = 'microblog.posts.search';

const hasWords = (item: Item, name: string, words: readonly string[]): boolean =>
  words.every((word) => text(item, name).toLowerCase().includes(word));

describe('the words searched for', () => {
  it.each([
    ['city trees', ['city', 'trees']],
    ['quantum llamas', ['quantum', 'llamas']],
    ['"climate strike"', ['climate', 'strike']],
    ['#COP31', ['#cop31']],
    ['富士山', ['富士山']],
    ['árboles', ['árboles']],
    ['rain AND bicycle', ['rain', 'bicycle']],
    ['tides NOT storm -wind', ['tides']],
    ['text:bread~2', ['bread']],
    ['C++ & me', ['c++', 'me']],
    ['what did the ducks say', ['what', 'ducks', 'say']],
  ])('%s are in every text', async (q, words) => {
    const service = await startService();
    const pages = await pagesOf(service, search, { values: { q }, most: 3 });
    const rows = pages.flatMap(({ results }) => results);
    expect(rows.filter((row) => !hasWords(row, 'text', words))).toEqual([]);
    expect(rows).toHaveLength(60);
  });

  it('joined with OR: one of them is, and each now and then', async () => {
    const service = await startService();
    const { results } = await question(service, search, { q: 'bread OR coffee' });
    const having = (word: string) => results.filter((row) => hasWords(row, 'text', [word])).length;
    expect(having('bread')).toBeGreaterThan(3);
    expect(having('coffee')).toBeGreaterThan(3);
    expect(having('bread') + having('coffee')).toBeGreaterThanOrEqual(results.length);
  });

  it('are in captions, sounds and the names of accounts too', async () => {
    const service = await startService();
    const photos = await question(service, 'photoshare.posts.search', { q: 'night market' });
    for (const row of photos.results)
      expect(hasWords(row, 'caption', ['night', 'market'])).toBe(true);
    const sounds = await question(service, 'shortvideo.sounds.search', { keyword: 'tide' });
    for (const row of sounds.results) expect(hasWords(row, 'title', ['tide'])).toBe(true);
    const pages = await pagesOf(service, 'photoshare.users.search', {
      values: { name: 'mira osei' },
      most: 3,
    });
    for (const row of pages.flatMap(({ results }) => results)) {
      expect(hasWords(row, 'fullName', ['mira', 'osei'])).toBe(true);
    }
    expect(text(pages[0]?.results[0], 'username')).toBe('mira_osei');
  });

  it('a name in another script finds people of that name', async () => {
    const service = await startService();
    const { results } = await question(service, 'photoshare.users.search', { name: '中川' });
    for (const row of results) expect(text(row, 'fullName')).toContain('中川');
  });
});

describe('dates', () => {
  it.each([
    ['microblog.posts.search', { since: '2026-11-02', until: '2026-11-04' }],
    ['microblog.posts.search', { since: '2019-03-01', until: '2019-03-31' }],
    ['microblog.posts.by-user', { since: '2024-02-28', until: '2024-03-10' }],
  ])('%s: posts lie within %o', async (id, values) => {
    const service = await startService();
    const pages = await pagesOf(service, id, { values, most: 30 });
    const days = pages.flatMap(({ results }) => results.map((row) => text(row, 'createdAtDate')));
    expect(days.length).toBeGreaterThan(9);
    expect(days.filter((day) => day < values.since || day > values.until)).toEqual([]);
  });

  it('include both days, and end where they end', async () => {
    const service = await startService();
    const values = { since: '2026-11-10', until: '2026-11-10' };
    const pages = await pagesOf(service, search, { values, most: 1000 });
    const days = pages.flatMap(({ results }) => results.map((row) => text(row, 'createdAtDate')));
    expect(new Set(days)).toEqual(new Set(['2026-11-10']));
    expect(days.length).toBeGreaterThan(20);
    expect(pages.at(-1)?.body['has_more']).toBe(false);
  });

  it('in the future, or before the platform began, find nothing', async () => {
    const service = await startService();
    const empty: Record<string, string>[] = [{ since: '2027-01-01' }, { until: '2009-12-31' }];
    for (const values of empty) {
      const { status, body } = await question(service, search, values);
      expect(status).toBe(200);
      expect(body).toMatchObject({ results: [], has_more: false });
    }
  });
});

describe('language and country', () => {
  it.each([
    ['ja', 'ja'],
    ['pt-BR', 'pt'],
    ['AR', 'ar'],
  ])('lang=%s', async (lang, found) => {
    const service = await startService();
    const { results } = await question(service, search, { lang });
    expect(results).toHaveLength(20);
    expect(new Set(results.map((row) => text(row, 'lang')))).toEqual(new Set([found]));
  });

  it('a language that nobody writes finds nothing', async () => {
    const service = await startService();
    const { status, results } = await question(service, search, { lang: 'fi' });
    expect([status, results]).toEqual([200, []]);
  });

  it.each(['PT', 'gh', 'FI'])('countryCode=%s', async (countryCode) => {
    const service = await startService();
    const { results } = await question(service, search, { countryCode });
    expect(results).toHaveLength(20);
    const codes = new Set(results.map((row) => text(row, 'placeCountryCode')));
    expect(codes).toEqual(new Set([countryCode.toUpperCase()]));
  });
});

describe('order', () => {
  const likes = (rows: Item[]): number[] => rows.map((row) => number(row, 'likeCount'));

  it('relevance brings the most liked first; the same posts, in another order', async () => {
    const service = await startService();
    const pagesBy = async (sortBy: string): Promise<Item[]> => {
      const pages = await pagesOf(service, search, { values: { sortBy }, most: 5 });
      return pages.flatMap(({ results }) => results);
    };
    const [relevant, latest] = [await pagesBy('relevance'), await pagesBy('latest')];
    expect(likes(relevant)).toEqual(likes(relevant).toSorted((one, other) => other - one));
    const ids = (rows: Item[]) => new Set(rows.map((row) => text(row, 'id')));
    expect(ids(relevant)).toEqual(ids(latest));
    const moments = relevant.map((row) => text(row, 'createdAt'));
    expect(moments).not.toEqual(moments.toSorted().toReversed());
  });

  const comments = 'forum.comments.by-user';
  it('forum comments: new, top, hot and controversial', async () => {
    const service = await startService();
    const first = async (sort: string) => (await question(service, comments, { sort })).results;
    const scores = (rows: Item[]) => rows.map((row) => number(row, 'score'));
    const top = await first('top');
    expect(scores(top)).toEqual(scores(top).toSorted((one, other) => other - one));
    const latest = await first('new');
    expect(Math.max(...scores(top))).toBeGreaterThan(scores(latest)[0] ?? 0);
    const disputed = await first('controversial');
    const disputes = (rows: Item[]): number =>
      rows.filter((row) => number(row, 'controversiality') === 1).length;
    expect(disputes(disputed)).toBeGreaterThan(disputes(latest) + 3);
    expect((await first('hot')).map((row) => row['id'])).not.toEqual(
      latest.map((row) => row['id']),
    );
    expect(await first('')).toEqual(latest);
  });

  it.each([
    ['day', 86_400_000],
    ['week', 7 * 86_400_000],
  ])('top of the past %s has nothing older', async (time, span) => {
    const service = await startService();
    const pages = await pagesOf(service, comments, { values: { sort: 'top', time }, most: 50 });
    const rows = pages.flatMap(({ results }) => results);
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) {
      expect(Date.parse(text(row, 'createdAt'))).toBeGreaterThanOrEqual(friday - span);
    }
    expect(pages.at(-1)?.body['has_more']).toBe(false);
  });

  it('the period only matters for top and controversial', async () => {
    const service = await startService();
    const path = '/api/data/forum/comments/users/tidal_notes/live';
    const { results } = await ask(service, `${path}?sort=new&time=hour`);
    expect(results).toHaveLength(100);
  });
});

describe('who', () => {
  it.each([
    [
      'microblog.posts.interacting-users',
      'interactionType',
      ['commenters', 'quoters', 'retweeters'],
    ],
    ['photoshare.posts.interacting-users', 'interactionType', ['commenters', 'likers']],
    ['microblog.users.connections', 'connectionType', ['followers', 'following']],
    ['photoshare.users.connections', 'connectionType', ['followers', 'following']],
    ['shortvideo.users.connections', 'connectionType', ['followers', 'following']],
  ])('%s: %s changes the accounts', async (id, key, choices) => {
    const service = await startService();
    const firsts = await Promise.all(
      choices.map(async (choice) => {
        const { results } = await question(service, id, { [key]: choice });
        return results.map((row) => text(row, 'username')).join(' ');
      }),
    );
    expect(new Set(firsts).size).toBe(choices.length);
    expect(firsts.every((names) => names.length > 0)).toBe(true);
  });
});

it('forum ids that do not exist are left out, and each is answered once', async () => {
  const service = await startService();
  const { results } = await question(service, 'forum.posts.by-ids', {
    ids: '1k2a9f, 1k0000 1k2b7c\n1k2a9f',
  });
  expect(results.map((row) => row['id'])).toEqual(['1k2a9f', '1k2b7c']);
});
