import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RecordHeader } from '#main/core/store/record.ts';
import { decodeHeader } from '#main/core/store/record.ts';
import { at, lineOf } from '#test/support/store/runs.ts';

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
    const line = lineOf(page, body).toString();
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

  const aFile = { rows: 0, bytes: 1, sha256: '' };
  it.each([
    [{}, true],
    [{ firstRow: -1 }, false],
    [{ rows: 5 }, false],
    [{ page: 1.5 }, false],
    [{ page: '1' }, false],
    [{ at: 5 }, false],
    [{ path: ['__proto__', 'x'] }, false],
    [{ ...aFile, file: 'bodies/1.bin' }, true],
    [{ ...aFile, file: '../x' }, false],
    [{ ...aFile, file: 'bodies/../1.bin' }, false],
    [{ kind: 'else' }, false],
    [{ len: 128 * 1024 ** 2 }, true],
    [{ len: 128 * 1024 ** 2 + 1 }, false],
    [{ len: 128 * 1024 ** 2, rows: 2_000_001 }, false],
    [{ tail: [64 * 1024 ** 2, '0a1b2c3d'] }, true],
    [{ tail: [64 * 1024 ** 2 + 1, '0a1b2c3d'] }, false],
    [{ tail: [5, '0a1b2c3'] }, false],
    [{ tail: 5 }, false],
    [{ v: 2 }, false],
    [{ operation: { id: 'op_1', startedAt: '' } }, true],
    [{ operation: { id: 7, startedAt: '' } }, false],
    [{ operation: { id: 'op_1', startedAt: '', mark: 7 } }, false],
    [{ operation: { id: 'x'.repeat(1001), startedAt: '' } }, false],
    [{ operation: 'op_1' }, false],
    [{ table: 't' }, true],
    [{ table: 7 }, false],
    [{ next: 'more', ends: 'done', calls: 2, missing: [1] }, true],
    [{ next: 'no more' }, false],
    [{ ends: 'waiting' }, false],
    [{ missing: ['1'] }, false],
    [{ typed: 'some' }, false],
    [{ crc: 'x0000000' }, false],
  ])('looks at what a stranger’s header says: %j is %s', (odd, fine) => {
    const fields = { firstRow: 0, at, page: 1, ms: 1, rows: 1, ...odd };
    expect(decodeHeader(forge(fields)) !== undefined).toBe(fine);
  });
});
