/** A list as a log and a file beside it describe it, which somebody else may have written. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  encodeInputs,
  inputsName,
  RunInputs,
  storedListSchema,
} from '#main/core/store/run-inputs.ts';
import { testFolder } from '#test/support/store/runs.ts';

const one = {
  keys: ['username'],
  source: { kind: 'paste' },
  count: 2,
  sha256: '',
  perInput: 1,
  perCall: 1,
  identity: null,
};

it('is no list with numbers or keys that none has', () => {
  expect(storedListSchema.safeParse(one).success).toBe(true);
  const none = [-1, 1.5, 1e308, 2 ** 53];
  const others = [
    ...none.map((count) => ({ count })),
    ...[0, ...none].map((perCall) => ({ perCall })),
    ...[0, ...none].map((perInput) => ({ perInput })),
    ...['__proto__', 'constructor', 'x'.repeat(101)].map((key) => ({ keys: [key] })),
    { keys: [] },
  ];
  for (const other of others) {
    expect(storedListSchema.safeParse({ ...one, ...other }).success, JSON.stringify(other)).toBe(
      false,
    );
  }
});

describe('its inputs', () => {
  const read = (change: object, values: unknown[] = [['ann'], ['bo']]): RunInputs | undefined => {
    const folder = testFolder();
    const { bytes, sha256 } = encodeInputs(
      values.map((own, at) => ({ values: own as string[], line: at + 1 })),
    );
    writeFileSync(join(folder, inputsName), bytes);
    return RunInputs.read(folder, { list: { ...one, sha256, ...change } });
  };

  it('are those of the file, and lost where it has another number of them or of their values', () => {
    expect(read({})?.all.map(({ values }) => values)).toEqual([['ann'], ['bo']]);
    expect(read({ count: 3 })?.isLost).toBe(true);
    expect(read({ count: 1 })?.isLost).toBe(true);
    expect(read({ keys: ['username', 'id'] })?.isLost).toBe(true);
    expect(read({}, [['ann'], []])?.isLost).toBe(true);
  });

  it('are lost where the file is another one, or not in the form of ours', () => {
    expect(read({ sha256: 'f'.repeat(64) })?.isLost).toBe(true);
    for (const odd of [[7], 'a', null]) expect(read({}, [['ann'], odd])?.isLost).toBe(true);
  });
});
