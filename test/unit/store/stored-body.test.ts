import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#main/core/json/index.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { count } from '#test/support/thorough.ts';
import { maxInlineBody, toStoredBody } from '#main/core/store/body-file.ts';

const top = ['results'] as const;
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('the form of an answer in the log', () => {
  it('[26] is the bytes as received but for the cursor, and then has the hash of what came', () => {
    const bodyWith = (cursor: string) =>
      Buffer.from(`{ "results" : [{"id":12345678901234567890}],"next_page_cursor":${cursor}}`);
    for (const cursor of ['null', '"secret"']) {
      const isKept = cursor === 'null';
      const body = bodyWith(cursor);
      const { bytes, ...stored } = toStoredBody(body, top);
      const sha256 = isKept ? undefined : hash(body);
      expect(stored).toMatchObject({ place: 'log', bom: false, sha256 });
      expect(bytes).toEqual(isKept ? body : bodyWith('"<cursor>"'));
    }
  });

  it('[26] holds no cursor even when the answer is damaged', () => {
    for (const body of [
      '{"results":[],"next_page_cursor":"secr',
      '{"next_page_cursor":"secret",}',
    ]) {
      const stored = toStoredBody(Buffer.from(body), top);
      expect(stored).toMatchObject({ place: 'file', why: 'notJson' });
      expect(Buffer.from(stored.bytes).toString()).not.toContain('secr');
    }
  });

  it('keeps what is not UTF-8, not JSON or too long byte for byte, outside of the log', () => {
    const latin1 = Buffer.from('{"results":["é"]}', 'latin1');
    const outside = { place: 'file', why: 'notUtf8', bytes: latin1 };
    expect(toStoredBody(latin1, top)).toMatchObject(outside);
    const html = Buffer.from('\uFEFF<html>\r\n</html>');
    expect(toStoredBody(html, top)).toMatchObject({ place: 'file', why: 'notJson', bytes: html });
    const long = Buffer.alloc(maxInlineBody + 1, ' ');
    long.write('{"results":[]}');
    const stored = toStoredBody(long, top);
    expect(stored).toMatchObject({ place: 'file', why: 'tooLarge' });
    expect(stored.bytes).toBe(long);
  });

  it('is always the same JSON on one line, but for the cursor', () => {
    const envelope = fc.record({
      results: fc.array(fc.jsonValue()),
      next_page_cursor: fc.option(fc.string({ unit: anyCharacter })),
      other: fc.jsonValue(),
    });
    const layout = fc.record({
      indent: fc.constantFrom(0, 1, '\t', '\r\n', '\n\n'),
      bom: fc.boolean(),
    });
    fc.assert(
      fc.property(envelope, layout, (value, { indent, bom }) => {
        const text = JSON.stringify(value, null, indent);
        const body = Buffer.from(`${bom ? '\uFEFF' : ''}${text}`);
        const stored = toStoredBody(body, top);
        expect(stored.place).toBe('log');
        expect(stored).toMatchObject({ bom });
        // The caller's bytes are left alone.
        expect(body.toString()).toBe(`${bom ? '\uFEFF' : ''}${text}`);
        const kept = Buffer.from(stored.bytes).toString();
        expect(kept).not.toMatch(/[\r\n]/);
        const cursor = value.next_page_cursor === null ? null : '<cursor>';
        const expected = JSON.stringify({ ...value, next_page_cursor: cursor });
        expect(parseJson(kept)).toEqual(parseJson(expected));
        const changed = !Buffer.from(stored.bytes).equals(body);
        expect(stored.sha256).toBe(changed ? hash(body) : undefined);
      }),
      { numRuns: count(60, 150) },
    );
  });
});
