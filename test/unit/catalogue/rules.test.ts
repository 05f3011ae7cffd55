/**
 * The catalogue's rules and the second server's, which was made from the facts, agree on every
 * value: what the form lets through is accepted there, and what it refuses is refused.
 */
import { expect, it } from 'vitest';
import { buildRequest } from '#shared/query/request.ts';
import { validateQuery } from '#shared/query/values.ts';
import { liveEndpoints, storedEndpoints } from '#test/support/facts/endpoints.ts';
import { fieldLists } from '#test/support/facts/fields.ts';
import { findRoute } from '#test/support/second-server/router.ts';
import { checkRequest } from '#test/support/second-server/validation.ts';
import { endpointOf, queryOf, resourceOf } from '../query/make.ts';

const typed = `
  1 0 -1 1.5 1e1 100 101 0x1f 12a ten 7312345678901234567 ${'1'.repeat(50)} ${'1'.repeat(51)} １２３ ٣
  C9xQ2LmNp4R _ -_- 3123456789012345678_4567890123 a/b a.b ü ../x id? <media_id>_<user_id>
  mira_osei a.b-c 名前 mira@work @mira_osei @ "a+b" -x 1k2a9f abc,def 1ABC2D t3_1k2a9f ok,t3_x ,
  2024-02-29 1999-12-31 2023-02-29 1900-02-29 2000-02-29 2026-13-01 2026-00-01 2026-01-00 2026-1-1 20261120 2026-11-20T00:00:00Z
  en pt-BR zh-Hans-CN es-419 e en_GB en- a-very-wrong-tag-because-of-subtags PT PRT P1 Portuguese P-T
`;
const ids = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}`).join();
// What is blank: `unit/query/validate.test.ts`.
const values = [ids(100), ids(101), ...typed.trim().split(/\s+/)];

/** Whether the form lets it through, and whether it is accepted as it is sent then. */
function judge(id: string, given: Readonly<Record<string, string>>, fields: string[] = []) {
  const endpoint = endpointOf(id);
  const query = queryOf(endpoint, given, fields);
  const complaints = validateQuery(endpoint, query, resourceOf(endpoint));
  const { path, params } = buildRequest(endpoint, query);
  const route = findRoute(path);
  const names = params.map(([name]) => name);
  const isAccepted =
    route !== undefined &&
    route.kind !== 'other' &&
    checkRequest(route.endpoint, route.values, names, Object.fromEntries(params)) === undefined;
  return { complaints, isAccepted };
}

it.each([...liveEndpoints, ...storedEndpoints].map((fact) => [fact.id, fact] as const))(
  '%s',
  (id, { query, resource, fieldList }) => {
    for (const { key, wire } of endpointOf(id).parameters) {
      const fact = query.find(({ name }) => name === wire);
      // A parameter that only matters with another one is looked at while it matters.
      const along = fact?.appliesTo ? { [fact.appliesTo.name]: fact.appliesTo.values[0]! } : {};
      // Of an assumed list the service may know more.
      const isOpen = fact?.allowedEvidence === 'assumed';
      for (const value of [...(fact?.allowed ?? []), ...(isOpen ? [] : values)]) {
        const { complaints, isAccepted } = judge(id, { ...along, [key]: value });
        expect(Object.keys(complaints), `${key}: ${value}`).toEqual(isAccepted ? [] : [key]);
      }
    }
    expect(judge(id, {}, [...fieldLists[resource].names])).toMatchObject({ isAccepted: true });
    for (const names of [['id', 'notInAnyList'], ['id,username']]) {
      const { complaints, isAccepted } = judge(id, {}, names);
      const isOpen = fieldList === 'suggestions' && names.length > 1;
      expect([Object.keys(complaints), names.length > 1 ? isAccepted : false]).toEqual(
        isOpen ? [[], true] : [['fields'], false],
      );
    }
  },
);
