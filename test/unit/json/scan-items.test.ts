import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EnvelopePath } from '#main/core/json/index.ts';
import {
  countItems,
  itemRange,
  parseJson,
  renameMembers,
  scanItems,
} from '#main/core/json/index.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { count } from '#test/support/thorough.ts';

const nested: EnvelopePath = ['result', 'results'];

/** The texts of the items, and those of the cursors. */
function scan(text: string, path?: EnvelopePath) {
  const bytes = Buffer.from(text);
  const found = scanItems(bytes, path);
  const textOf = ({ start, end }: { start: number; end: number }): string =>
    bytes.toString('utf8', start, end);
  const items = Array.from({ length: countItems(found) }, (_, at) => textOf(itemRange(found, at)));
  return {
    items: found.items === undefined ? undefined : items,
    cursors: found.cursors.map(textOf),
  };
}

describe('scanItems', () => {
  it.each([
    [' {\n "results" : [ {"a":1} ,\t[2] , "x" , null ] } ', ['{"a":1}', '[2]', '"x"', 'null']],
    ['{"results":[]}', []],
    ['{"results":[ ]}', []],
    ['{"results":{}}', undefined],
    ['{"results":null,"count":0}', undefined],
    ['{"results":[1],"results":5}', undefined],
    ['{"count":0}', undefined],
    ['{}', undefined],
    ['[{"results":[1]}]', undefined],
    ['"results"', undefined],
    ['', undefined],
  ])(
    'finds items without the space around them, and tells an empty list from none: %s',
    (text, items) => {
      expect(scan(text).items).toEqual(items);
    },
  );

  it.each([
    ['{"a":{"results":[1]},"results":[2]}', 'nested before'],
    ['{"results":[2],"a":{"results":[1]}}', 'nested after'],
    ['{"a":"\\"results\\":[1]","results":[2]}', 'in a string'],
    ['{"a":"x\\\\","results":[2]}', 'after a string that ends in a backslash'],
    ['{"\\u0072esults":[2]}', 'written with escapes'],
    ['{"results":[1],"results":[2]}', 'twice'],
    ['{"results":[1],"\\u0072esults":[2]}', 'twice, once with escapes'],
    ['{"results ":[1],"Results":[1],"results":[2]}', 'among similar names'],
    ['{"a":["results",[1]],"results":[2]}', 'as an item of a list'],
  ])('finds the right results in %s: %s', (text) => {
    expect((JSON.parse(text) as { results: unknown }).results).toEqual([2]);
    expect(scan(text).items).toEqual(['2']);
  });

  it('reads quotes, braces and escapes inside of strings as text', () => {
    const item = JSON.stringify({
      'a"]}': '"}],{\\',
      b: `\\${'x"{[\\'.repeat(61)}`,
      c: 'é😀'.repeat(40),
    });
    expect(scan(`{"results":[${item},${item}]}`).items).toEqual([item, item]);
  });

  it('finds the envelope of an operation record', () => {
    const text =
      '{"operationId":"op_1","results":[9],"next_page_cursor":"top","result":{"x":{"results":[8]},"results":[1,2],"next_page_cursor":"in"}}';
    expect(scan(text, nested)).toEqual({ items: ['1', '2'], cursors: ['"top"', '"in"'] });
    expect(scan('{"result":{"results":[1]},"result":{}}', nested).items).toBeUndefined();
    expect(scan('{"result":[{"results":[1]}]}', nested).items).toBeUndefined();
  });

  it('[26] finds every cursor of the envelope, whatever its value, but not null or those of items', () => {
    const text =
      '{"next_page_cursor":"a","results":[{"next_page_cursor":"item"}],"next_page_cursor":null,"next_page_curso\\u0072":{"k":[1]},"next_page_cursor":7}';
    expect(scan(text).cursors).toEqual(['"a"', '{"k":[1]}', '7']);
    // One that breaks off, too.
    expect(scan('{"results":[1],"next_page_cursor":"secr').cursors).toEqual(['"secr']);
  });

  it('agrees with JSON.parse on any envelope, however it is laid out', () => {
    const known = fc.constantFrom('count', 'results', 'result', 'x', 'a"b', 'é');
    const member = fc.tuple(known, fc.jsonValue());
    const envelope = fc.record({
      items: fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 6 }),
      before: fc.array(member, { maxLength: 3 }),
      cursor: fc.option(fc.string({ unit: anyCharacter, maxLength: 120 })),
      indent: fc.constantFrom(0, 1, '\t', '\r\n'),
    });
    fc.assert(
      fc.property(envelope, ({ items, before, cursor, indent }) => {
        const members = [...before, ['results', items], ['next_page_cursor', cursor]] as const;
        const parts = members.map(
          ([name, value]) => `${JSON.stringify(name)} : ${JSON.stringify(value, null, indent)}`,
        );
        const text = `{${parts.join(' ,\n')}}`;
        const found = scan(text);
        expect(found.items?.map(parseJson)).toEqual(parseJson(JSON.stringify(items)));
        expect(found.cursors).toEqual(cursor === null ? [] : [JSON.stringify(cursor)]);
        expect(scan(`{"results":[0],"result":${text}}`, nested).items).toEqual(found.items);
      }),
      { numRuns: count(40, 200) },
    );
  });

  it('comes to an end on any bytes', () => {
    const pieces = '{ } [ ] " \\ , : 1 results "results":'.split(' ');
    const piece = fc.constantFrom(...pieces, ' ', '\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const found = scanItems(Buffer.from(text));
        for (let item = 0; item < countItems(found); item++) {
          const { start, end } = itemRange(found, item);
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: count(300, 2000) },
    );
  });

  it('survives nesting deeper than a stack', () => {
    const depth = 200_000;
    const item = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(countItems(scanItems(Buffer.from(`{"results":[${item},1]}`)))).toBe(2);
  });
});

describe('renameMembers', () => {
  const rename = (text: string): string =>
    renameMembers(Buffer.from(text), (name) => (name === '_a' ? 'b "c"' : name)).toString();

  it.each([
    [
      '{"_a":1.50,"x":{"_a":2},"\\u005fa" : [ "_a" ]}',
      '{"b \\"c\\"":1.50,"x":{"_a":2},"b \\"c\\"" : [ "_a" ]}',
    ],
    ['{ "x" : "_a" , "_a":null }', '{ "x" : "_a" , "b \\"c\\"":null }'],
    ['{"x":"\\"_a\\":1","y":"_a"}', '{"x":"\\"_a\\":1","y":"_a"}'],
    ['{ }', '{ }'],
    ['[{"_a":1}]', '[{"_a":1}]'],
    ['{"_a', '{"_a'],
    ['', ''],
  ])('gives the object’s own members other names and nothing else: %s', (text, renamed) => {
    expect(rename(text)).toBe(renamed);
  });
});
