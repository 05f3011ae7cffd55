// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Picture, PicturesOff } from '#renderer/features/results/record/Picture.tsx';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import { draw, screenText } from '../draw.tsx';
import { resetHost } from '../fake-host.ts';
import { makeSnapshot } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const address = 'https://media.example.org/1.jpg';
const images = () => [...document.querySelectorAll('img')];

const show = (value: unknown, isOn: boolean, letsPicturesIn = isOn) =>
  draw(
    <>
      <Picture value={value} label="Picture" />
      <PicturesOff />
    </>,
    {
      snapshot: makeSnapshot({ preferences: { ...usualPreferences, remoteImages: isOn } }),
      letsPicturesIn,
    },
  );

beforeEach(resetHost);

it('5 is not loaded unless the person turned pictures on; it says so', async () => {
  await show(address, false);
  expect(images()).toEqual([]);
  expect(screenText()).toContain('Pictures are not loaded');
});

it('5 is not asked of a window whose policy would refuse it', async () => {
  await show(address, true, false);
  expect(images()).toEqual([]);
});

it('is shown with its name', async () => {
  await show(address, true);
  expect(images().map(({ src, alt }) => [src, alt])).toEqual([[address, 'Picture']]);
  expect(screenText()).not.toContain('Pictures are not loaded');
});

it.each([
  'http://media.example.org/1.jpg',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  '//media.example.org/1.jpg',
  '',
  null,
  7,
])('%j is no address of a picture', async (value) => {
  await show(value, true);
  expect(images()).toEqual([]);
});

it('one that can’t be had says so', async () => {
  await show(address, true);
  await act(async () => images()[0]?.dispatchEvent(new Event('error')));
  expect(images()).toEqual([]);
  expect(screenText()).toContain('The picture could not be loaded.');
});
