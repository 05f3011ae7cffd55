/** What newcomers read: whole sentences in a dozen languages, and what exports must survive. */
import { describe, expect, it } from 'vitest';
import { subjectOf, textsOf } from '#main/sample-service/data/texts/index.ts';
import { languages, topics } from '#main/sample-service/data/texts/types.ts';
import { toHashtag } from '#main/sample-service/data/texts/compose.ts';
import { liveEndpoints } from '#shared/catalogue/index.ts';
import { pagesOf, question, startService, text } from './asking.ts';
import type { Item } from './asking.ts';

const search = 'microblog.posts.search';

async function rowsOf(q: string, most = 15): Promise<Item[]> {
  const service = await startService();
  const pages = await pagesOf(service, search, { values: { q }, most });
  return pages.flatMap(({ results }) => results);
}

describe('the texts of each language', () => {
  it.each(languages)('%s: enough of them, and none twice', (language) => {
    const texts = textsOf[language];
    const says = topics.flatMap((topic) => texts.topics[topic].says);
    expect(says.length).toBeGreaterThanOrEqual(50);
    expect(new Set(says).size).toBe(says.length);
    for (const list of [texts.openers, texts.closers, texts.mentions, texts.replies, texts.bios]) {
      expect(list.length).toBeGreaterThanOrEqual(5);
      expect(new Set(list).size).toBe(list.length);
    }
    const all = [...says, ...texts.openers, ...texts.closers, ...texts.replies, ...texts.bios];
    for (const one of all) expect(one.replaceAll(/\{[nNhp]\}/g, '')).not.toMatch(/[{}]/);
    for (const one of texts.mentions) expect(one).toContain('{q}');
  });

  it.each(languages)('%s: its hashtags are single tags', (language) => {
    for (const topic of topics) {
      expect(textsOf[language].topics[topic].tag).toMatch(/^[\p{L}\p{M}\p{N}_]+$/u);
    }
  });
});

describe('the first page of “city trees”', () => {
  it('is varied: languages, authors, statements, numbers', async () => {
    const rows = await rowsOf('city trees', 1);
    expect(new Set(rows.map((row) => row['lang'])).size).toBeGreaterThanOrEqual(7);
    expect(new Set(rows.map((row) => row['authorUsername'])).size).toBeGreaterThanOrEqual(18);
    expect(new Set(rows.map((row) => row['text'])).size).toBe(20);
    const beginnings = rows.map((row) => text(row, 'text').slice(-60, -25));
    expect(new Set(beginnings).size).toBeGreaterThanOrEqual(17);
    const likes = rows.map((row) => Number(row['likeCount'])).toSorted((one, other) => one - other);
    expect(likes[19]).toBeGreaterThan(10 * (likes[9] ?? 0));
  });
});

describe('a few hundred posts', () => {
  it('leave no blank unfilled', async () => {
    for (const row of [...(await rowsOf('city trees')), ...(await rowsOf('zeppelins'))]) {
      expect(text(row, 'text')).not.toMatch(/[{}]|undefined|NaN|null/);
      expect(text(row, 'text').trim()).not.toBe('');
    }
  });

  it('have every kind of text that a table or an export could stumble on', async () => {
    const rows = [...(await rowsOf('city trees', 40)), ...(await rowsOf('low tide'))];
    const having = (pattern: RegExp) =>
      rows.filter((row) => pattern.test(text(row, 'text'))).length;
    expect(having(/^=/)).toBeGreaterThan(0);
    expect(having(/^\+/)).toBeGreaterThan(0);
    expect(having(/^-/)).toBeGreaterThan(0);
    expect(having(/\n/)).toBeGreaterThan(0);
    expect(having(/,/)).toBeGreaterThan(0);
    expect(having(/[“"«「„]/)).toBeGreaterThan(0);
    expect(having(/\p{Extended_Pictographic}/u)).toBeGreaterThan(0);
    for (const script of ['Arabic', 'Cyrillic', 'Devanagari', 'Hangul', 'Han', 'Hiragana']) {
      expect(having(new RegExp(`\\p{Script=${script}}`, 'u'))).toBeGreaterThan(0);
    }
    const lengths = rows.map((row) => text(row, 'text').length);
    expect(Math.min(...lengths)).toBeLessThan(40);
    expect(Math.max(...lengths)).toBeGreaterThan(180);
    const replies = await question(await startService(), 'photoshare.comments.replies');
    expect(text(replies.results[0], 'text')).toMatch(/^@/);
  });

  it('spread over the languages, half of them English', async () => {
    const rows = await rowsOf('city trees', 10);
    const english = rows.filter((row) => row['lang'] === 'en').length;
    expect(english).toBeGreaterThan(60);
    expect(english).toBeLessThan(120);
    expect(new Set(rows.map((row) => row['lang'])).size).toBe(languages.length);
  });
});

it.each(liveEndpoints.map(({ id }) => id))('%s: every address is an example’s', async (id) => {
  const service = await startService();
  const { raw } = await question(service, id);
  const hosts = [...raw.matchAll(/https?:\/\/([^/"\\]+)/g)].map((match) => match[1] ?? '');
  expect(hosts.filter((host) => !/(^|\.)example\.(com|org)$/.test(host))).toEqual([]);
});

describe('the subject of a search', () => {
  it.each([
    ['city trees', 'trees', 'en'],
    ['Stadtbäume', 'trees', 'de'],
    ['المناخ', 'climate', 'ar'],
    ['図書館', 'books', 'ja'],
    ['команда', null, 'ru'],
    ['日本', null, 'zh'],
    ['team', null, null],
    ['teatime treats', null, null],
  ])('%s', (phrase, topic, language) => {
    expect(subjectOf(phrase)).toEqual({ topic, language });
  });

  it.each([
    ['city trees', '#CityTrees'],
    ['#COP31', '#COP31'],
    ['富士山', '#富士山'],
    ['C++', null],
    ['one two three four five', null],
  ])('%s as a hashtag', (phrase, tag) => {
    expect(toHashtag(phrase)).toBe(tag);
  });
});
