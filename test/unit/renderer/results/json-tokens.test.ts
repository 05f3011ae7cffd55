import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactJson } from '#renderer/features/results/values/exact-json.ts';
import { jsonTokens } from '#renderer/features/results/values/json-tokens.ts';

test('nothing is lost and every name is told from a text', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (value) => {
      const json = exactJson(value, 2);
      const tokens = jsonTokens(json);
      expect(tokens.map(({ text }) => text).join('')).toBe(json);
      const ofKind = (wanted: string) => tokens.filter(({ kind }) => kind === wanted);
      const entries = Object.entries(value);
      fc.pre(!entries.some(([name]) => name === '$n'));
      expect(ofKind('jsonName').map(({ text }) => text)).toEqual(
        entries.map(([name]) => `${JSON.stringify(name)}: `),
      );
      expect(ofKind('jsonText').map(({ text }) => text)).toEqual(
        entries.map(([, text]) => JSON.stringify(text)),
      );
    }),
  );
});
