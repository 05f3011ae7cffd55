/** The deliberate faults of `npm run test:weaken` still fit the program, and name tests that are there. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { faults, isThereOnce } from '#test/weaken/faults.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const all = Object.values(faults).flat();

it('each changes text that is in its file exactly once', () => {
  expect(all.length).toBeGreaterThan(600);
  expect(all.filter((fault) => fault.from === fault.to || !isThereOnce(fault, root))).toEqual([]);
});

it('each is to be caught by tests that exist', () => {
  const tests = [...new Set(all.flatMap((fault) => fault.tests))];
  const isThere = (name: string): boolean =>
    ['', '.test.ts', '.test.tsx'].some((ending) => existsSync(`${root}/test/${name}${ending}`));
  expect(tests.filter((name) => !isThere(name))).toEqual([]);
});
