/** The fake's IPC against `structuredClone`, which Electron's is. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { packed, unpacked } from '#test/support/electron-fake/clone.ts';

const value = fc.anything({
  withBigInt: true,
  key: fc.string().filter((key) => key !== '__proto__'),
  values: [
    fc.constantFrom(undefined, null, Number.NaN, Infinity, -Infinity, -0),
    fc.double(),
    fc.string(),
    fc.boolean(),
    fc.uint8Array(),
  ],
});

it('what crosses between page and main arrives as structuredClone would have it', () => {
  fc.assert(
    fc.property(value, (one) => {
      expect(unpacked(JSON.parse(JSON.stringify(packed(one))))).toStrictEqual(structuredClone(one));
    }),
  );
  // Tests have a Date of their own, which a clone isn't.
  const date = new Date('2026-01-02');
  expect(unpacked(packed({ date }))).toEqual({ date });
  for (const odd of [() => 1, { toJSON: () => 1 }, Symbol('a')]) {
    expect(() => packed(odd)).toThrow('could not be cloned');
    expect(() => structuredClone(odd)).toThrow('could not be cloned');
  }
});
