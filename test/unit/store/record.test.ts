import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RecordHeader } from '#main/core/store/record.ts';
import { decodeHeader, encodeRecord, isNewerRecord, maxHeader } from '#main/core/store/record.ts';
import { at } from '#test/support/store/pages.ts';

const body = Buffer.from('{"results":[{"a":",\\"body\\":"}]}');
const page: RecordHeader = { kind: 'page', firstRow: 40, at, page: 3, ms: 412, rows: 1 };

/** A header as a stranger may write it: whatever it says, its checksum is right. */
function forge(fields: Record<string, unknown>): Buffer {
  const start = JSON.stringify({ v: 1, kind: 'page', len: 4, crc: '00000000', ...fields }).slice(
    0,
    -1,
  );
  const head = crc32(start).toString(16).padStart(8, '0');
  return Buffer.from(`${start},"head":"${head}","body":null}\n`);
}

describe('a record of the page log', () => {
  it('is one line: version, kind, length, checksum, then the body last', () => {
    const line = encodeRecord(page, body).line.toString();
    expect(line).toMatch(/^\{"v":1,"kind":"page","len":\d+,"crc":"[0-9a-f]{8}",.*,"body":/);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).toMatchObject({
      len: body.length,
      crc: crc32(body).toString(16).padStart(8, '0'),
      page: 3,
      rows: 1,
      body: JSON.parse(body.toString()) as unknown,
    });
  });

  it('is read back from its first bytes', () => {
    const { line, bodyAt } = encodeRecord(page, body);
    const frame = decodeHeader(line);
    expect(frame).toMatchObject({
      header: page,
      bodyAt,
      bodyLength: body.length,
      crc: crc32(body),
    });
    expect(line.subarray(bodyAt, bodyAt + body.length)).toEqual(body);
    expect(decodeHeader(line.subarray(0, maxHeader + 16))).toEqual(frame);
  });

  it('is refused when any byte of its header changed', () => {
    const { line, bodyAt } = encodeRecord(page, body);
    for (let offset = 0; offset < bodyAt; offset++) {
      for (const flip of [0x01, 0x10, 0xff]) {
        const damaged = Buffer.from(line);
        damaged[offset]! ^= flip;
        expect(decodeHeader(damaged)).toBeUndefined();
      }
    }
  });

  it('is refused when it is cut inside its header', () => {
    const { line, bodyAt } = encodeRecord(page, body);
    for (let length = 0; length < bodyAt; length++) {
      expect(decodeHeader(line.subarray(0, length))).toBeUndefined();
    }
  });

  it.each([
    [{ firstRow: 0, at, page: 1, ms: 1, rows: 1 }, true],
    [{ firstRow: -1, at, page: 1, ms: 1, rows: 1 }, false],
    [{ firstRow: 0, at, page: 1, ms: 1, rows: 5 }, false],
    [{ firstRow: 0, at, page: 1.5, ms: 1, rows: 1 }, false],
    [{ firstRow: 0, at, page: '1', ms: 1, rows: 1 }, false],
    [{ firstRow: 0, at: 5, page: 1, ms: 1, rows: 1 }, false],
    [{ firstRow: 0, at, page: 1, ms: 1, rows: 1, path: ['__proto__', 'x'] }, false],
    [
      { firstRow: 0, at, page: 1, ms: 1, rows: 0, file: 'bodies/1.bin', bytes: 1, sha256: '' },
      true,
    ],
    [{ firstRow: 0, at, page: 1, ms: 1, rows: 0, file: '../x', bytes: 1, sha256: '' }, false],
    [
      { firstRow: 0, at, page: 1, ms: 1, rows: 0, file: 'bodies/../1.bin', bytes: 1, sha256: '' },
      false,
    ],
    [{ kind: 'else', firstRow: 0, at }, false],
    [{ len: 1e15, firstRow: 0, at, page: 1, ms: 1, rows: 1e12 }, true],
  ])('looks at what a stranger’s header says: %j is %s', (fields, fine) => {
    expect(decodeHeader(forge(fields)) !== undefined).toBe(fine);
  });

  it('tells a newer version from damage', () => {
    expect(isNewerRecord(Buffer.from('{"v":2,"kind":"page"'))).toBe(true);
    expect(isNewerRecord(Buffer.from('{"v":1,"kind":"page"'))).toBe(false);
    expect(isNewerRecord(Buffer.from('{"v":0,"kind":"page"'))).toBe(false);
    expect(isNewerRecord(Buffer.from('{"w":2,"kind":"page"'))).toBe(false);
    expect(isNewerRecord(Buffer.alloc(32))).toBe(false);
  });
});
