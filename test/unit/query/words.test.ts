import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryChips, queryFileName, queryTitle } from '#shared/query/words.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { endpointOf, queryOf } from './make.ts';

const search = endpointOf('microblog.posts.search');
const connections = endpointOf('microblog.users.connections');

it('queryTitle says what the question is about; itself while nothing is given', () => {
  const title = (q: string): string => queryTitle(search, queryOf(search, { q }));
  expect(title(' climate  strike ')).toBe('Search posts: climate  strike');
  expect(title(' ')).toBe('Search posts');
  expect(queryTitle(connections, queryOf(connections))).toBe('Followers: mira_osei');
});

it('queryChips are the given values with their labels, choices in plain words where one has it', () => {
  const query = queryOf(connections, { username: ' mira ', connectionType: 'following' });
  expect(queryChips(connections, query)).toEqual([
    ['Account', 'mira'],
    ['Show', 'Following'],
  ]);
  const users = endpointOf('microblog.posts.interacting-users');
  const chips = queryChips(users, queryOf(users, { interactionType: 'reactors' }));
  expect(chips.at(-1)).toEqual(['Who', 'reactors']);
});

describe('queryFileName', () => {
  it('says platform, subject and day', () => {
    const query = queryOf(search, { q: 'Ünïcode / "quotes" & 東京' });
    expect(queryFileName(search, query, '2026-11-20')).toBe(
      'microblog-Search-posts-Ünïcode-quotes-東京-2026-11-20',
    );
  });

  it('is a name that every system accepts, whatever was typed', () => {
    // Letters of two halves, at even and at odd places.
    const pairs: [string][] = [['𝒜'.repeat(60)], [`a${'𝒜'.repeat(60)}`]];
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (q) => {
        const name = queryFileName(search, queryOf(search, { q }), '2026-11-20');
        expect(name).toMatch(/^microblog-[\p{L}\p{N}-]+-2026-11-20$/u);
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(240);
      }),
      { examples: pairs },
    );
  });
});
