/** People, their names and ids. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemory } from '#main/sample-service/data/memory.ts';
import {
  accountId,
  joinedAt,
  personaWithId,
} from '#main/sample-service/data/people/account-ids.ts';
import { crowd, peopleNamed } from '#main/sample-service/data/people/finding.ts';
import { personaAt, personaNamed } from '#main/sample-service/data/people/persona.ts';
import { countriesOf, countryName } from '#main/sample-service/data/people/places.ts';
import { populationSize, residentAt } from '#main/sample-service/data/people/population.ts';
import { languages } from '#main/sample-service/data/texts/types.ts';
import { platforms } from '#shared/catalogue/types.ts';

const world = { seed: 'test', memory: createMemory() };
const everyIndex = Array.from({ length: populationSize }, (_, index) => index);

describe('the population', () => {
  it('fits into an id and has usernames that can be asked for', () => {
    expect(populationSize).toBeGreaterThan(30_000);
    expect(populationSize).toBeLessThan(36_000);
    const usernames = everyIndex.map((index) => residentAt(index).username);
    expect(new Set(usernames).size).toBe(populationSize);
    expect(usernames.filter((name) => !/^[a-z][a-z0-9_]{2,29}$/.test(name))).toEqual([]);
    expect(usernames.filter((name) => name.endsWith('0000') || name === 'nobody_here')).toEqual([]);
  });

  it.each(platforms)('%s: ids are all different, exist, and lead back', (platform) => {
    const ids = new Set<string>();
    for (const index of everyIndex) {
      const id = accountId(world, platform, personaAt(world, index));
      ids.add(id);
      if (id.endsWith('0000')) throw new Error(`${id} would not exist.`);
      if (platform !== 'forum' && personaWithId(world, platform, id).index !== index) {
        throw new Error(`${id} leads elsewhere.`);
      }
    }
    expect(ids.size).toBe(populationSize);
  });

  it('joined after the platform opened and before anything could be listed', () => {
    for (const platform of platforms) {
      for (const index of everyIndex.filter((one) => one % 97 === 0)) {
        const joined = joinedAt(world, platform, personaAt(world, index));
        expect(joined).toBeGreaterThan(Date.UTC(2010, 11, 1) / 1000);
        expect(joined).toBeLessThan(Date.UTC(2024, 0, 1) / 1000);
      }
    }
  });
});

describe('anybody else', () => {
  const username = fc.stringMatching(/^[a-z][a-z_.0-9]{0,25}[a-z]$/);

  it('is told from the username, with an id of their own that leads back', () => {
    fc.assert(
      fc.property(username, (name) => {
        const persona = personaNamed(world, name);
        expect(personaNamed(world, name.toUpperCase())).toEqual(persona);
        for (const platform of ['microblog', 'photoshare', 'shortvideo'] as const) {
          const id = accountId(world, platform, persona);
          expect(id).toMatch(/^\d{8,20}$/);
          expect(personaWithId(world, platform, id).username).toBe(name);
        }
      }),
    );
  });

  it('any number is somebody’s id', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 100n, max: 10n ** 25n }), (number) => {
        const id = String(number);
        expect(accountId(world, 'photoshare', personaWithId(world, 'photoshare', id))).toBe(id);
      }),
    );
  });
});

describe('a crowd', () => {
  it('has everybody once, but not the one in the middle', () => {
    const middle = personaNamed(world, 'mira_osei');
    const people = crowd(world, { language: middle.language, key: 'test', without: middle });
    expect(people.total).toBe(populationSize - 1);
    const seen = new Set(
      Array.from({ length: people.total }, (_, index) => people.at(index).username),
    );
    expect(seen.size).toBe(populationSize - 1);
    expect(seen.has('mira_osei')).toBe(false);
  });

  it('of somebody outside the population is the whole population', () => {
    const stranger = personaNamed(world, 'quite_a_stranger');
    const people = crowd(world, { language: stranger.language, key: 'test', without: stranger });
    expect(people.total).toBe(populationSize);
  });
});

describe('people of a name', () => {
  it.each(['mira', 'garden', 'zzyzx', 'Ana Paula', '中川', '富士山', 'é', 'nakagawa'])(
    '%s: nobody twice',
    (name) => {
      const people = peopleNamed(world, name, 5000);
      const seen = Array.from({ length: people.total }, (_, index) => people.at(index).username);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBeGreaterThan(100);
    },
  );
});

it('countries have names', () => {
  for (const language of languages) {
    for (const { code, cities } of countriesOf[language]) {
      expect(countryName(code)).not.toBe(code);
      expect(cities.length).toBeGreaterThan(0);
    }
  }
  expect(countryName('FI')).toBe('Finland');
});
