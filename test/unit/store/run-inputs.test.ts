/** A list as a log describes it, which somebody else may have written. */
import { describe, expect, it } from 'vitest';
import {
  checkSize,
  hashOfAsked,
  RunInputs,
  storedListSchema,
} from '#main/core/store/run-inputs.ts';

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
    const inputs = values.map((own, at) => ({ values: own as string[], line: at + 1 }));
    const sha256 = hashOfAsked(inputs);
    return RunInputs.of({ header: { list: { ...one, sha256, ...change } }, inputs });
  };

  it('are those of the log, and lost where it has another number of them or of their values', () => {
    expect(read({})?.all.map(({ values }) => values)).toEqual([['ann'], ['bo']]);
    expect(read({ count: 3 })?.isLost).toBe(true);
    expect(read({ count: 1 })?.isLost).toBe(true);
    expect(read({ keys: ['username', 'id'] })?.isLost).toBe(true);
    expect(read({}, [['ann'], []])?.isLost).toBe(true);
  });

  it('are lost where they are other ones, damaged, or not in the form of ours', () => {
    expect(read({ sha256: 'f'.repeat(64) })?.isLost).toBe(true);
    expect(RunInputs.of({ header: { list: one }, inputs: undefined })?.isLost).toBe(true);
    for (const odd of [[7], 'a', null]) expect(read({}, [['ann'], odd])?.isLost).toBe(true);
  });

  it('are refused, in words, where they are more than the log takes', () => {
    const long = { values: ['x'.repeat(1_000_000)], line: 1 };
    expect(() => checkSize(Array.from({ length: 60 }, () => long))).not.toThrow();
    expect(() => checkSize(Array.from({ length: 68 }, () => long))).toThrow('larger than 64 MB');
  });
});
