/** 8: what the weekly check says of the pinned Electron. */
import { expect, it } from 'vitest';
import { electronVerdict } from '#main/packaging/electron-support.mjs';

const published = '9.4.4 42.9.9 43.1.0 44.11.5 45.10.0 45.9.1 46.0.0-beta.1 47.0.0-nightly.1'.split(
  ' ',
);

it.each([
  ['45.10.0', true, 'has the newest fixes'],
  ['45.9.1', false, 'lacks the fixes of 45.10.0'],
  ['44.11.5', true, 'has the newest fixes'],
  ['43.1.0', true, 'until 46.0.0'],
  ['43.0.0', false, 'lacks the fixes of 43.1.0'],
  ['42.9.9', false, 'no longer gets fixes'],
])('[8] electronVerdict of %s: %s', (pinned, ok, said) => {
  expect(electronVerdict(pinned, published)).toEqual({ ok, said: expect.stringContaining(said) });
});

it('[8] electronVerdict fails when the registry names none', () => {
  expect(electronVerdict('45.4.1', ['46.0.0-beta.1'])).toMatchObject({ ok: false });
});
