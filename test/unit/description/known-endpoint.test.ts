/** A question that a run's log or a service profile describes: somebody else may have written it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { knownEndpointSchema, openProfileFile } from '#main/core/description/profile-file.ts';
import { lookUpIn } from '#main/core/description/service-knowledge.ts';
import { catalogue } from '#main/catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import type { ParameterType } from '#shared/catalogue/parameter-kinds.ts';
import { readQuery, validateQuery } from '#shared/query/values.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { inForceOf, operation, parameter } from './make.ts';

/** Takes years on a value of forty letters. */
const endless = '^(?:a+)+$';
const value = `${'a'.repeat(40)}!`;
const message = 'Wrong.';

const account = lookUpIn(catalogue, 'microblog.posts.by-user')!;

function withType(type: unknown): object {
  const known = structuredClone(account);
  const username = known.endpoint.parameters.find(({ key }) => key === 'username');
  Object.assign(username!, { type });
  return known;
}

it.each<[string, ParameterType]>([
  ['a text', { kind: 'text', pattern: { source: endless, message } }],
  ['IDs', { kind: 'ids', max: 10, pattern: { source: endless, message } }],
  [
    'another notation',
    { kind: 'text', pattern: { source: '^\\d+$', message }, written: [`(${endless})`] },
  ],
  ['a pattern that is none', { kind: 'text', pattern: { source: '(', message } }],
  [
    'one like those of a list of values',
    { kind: 'text', pattern: { source: '^(?:a|(?:a+)+)$', message } },
  ],
  ['a short one, repeated', { kind: 'text', pattern: { source: '^(?:a|b+)$', message } }],
])('never runs a pattern of its own: %s', (_, type) => {
  const { endpoint, resource } = knownEndpointSchema.parse(withType(type));
  const query = { endpointId: endpoint.id, values: { username: value }, fields: [] };
  // Whatever the pattern says, the answer is there at once, and it is: ask the service.
  expect(validateQuery(endpoint, readQuery(endpoint, query), resource)).toEqual({});
});

it('is none that has no rows', () => {
  const endpoint = { ...account.endpoint, resource: null };
  expect(knownEndpointSchema.safeParse({ ...account, endpoint }).success).toBe(false);
});

it('costs nothing else of its profile when it can’t be read, is said, and is kept', async () => {
  const folder = join(testFolder(), 'service-profiles');
  const corrections = { 'name:forum.posts.by-ids:ids': 'postIds' };
  const given = { v: 1, profileId: 'p', corrections, gone: [{ ...account, resource: 7 }] };
  mkdirSync(folder);
  writeFileSync(join(folder, '148de9c5a7a44d19.json'), JSON.stringify(given));
  const file = await openProfileFile(join(folder, '..'), 'p');
  expect(file.content).toMatchObject({ corrections, gone: [], description: null });
  expect(file.notices).toMatchObject([{ code: 'service_profile_damaged' }]);
  await file.save({ corrections: {} });
  const kept = readdirSync(folder).find((name) => name.includes('-damaged-'));
  expect(JSON.parse(readFileSync(join(folder, kept ?? ''), 'utf8'))).toEqual(given);
});

it('leaves every question of this program as it is', () => {
  const known = catalogue.endpoints
    .filter(isDataEndpoint)
    .map(({ id }) => lookUpIn(catalogue, id)!);
  expect(known.map((one) => knownEndpointSchema.parse(one))).toEqual(known);
});

it('leaves every question made from a description as it is', () => {
  const list = { type: 'array' } as const;
  const { discovered } = inForceOf(
    operation('/api/data/other/{id}', [
      parameter('whole', { type: 'integer' }),
      parameter('below', { type: 'integer', min: -5 }),
      parameter('decimal', { type: 'number' }),
      parameter('ids', list),
      parameter('kinds', { ...list, values: ['a.b', '(c+)+', 'd|e', 'f/g', 'ü-x', '\\'] }),
    ]),
  );
  const found = discovered.flatMap((one) => (one.found === null ? [] : [one.found]));
  expect(found).toHaveLength(1);
  expect(found.map((one) => knownEndpointSchema.parse(one))).toEqual(found);
});
