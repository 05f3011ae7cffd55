import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { notifications } from '@mantine/notifications';
import {
  keepHeightForMenus,
  noticeHost,
  NoticeSlot,
  showActions,
  watchPointer,
} from '#renderer/components/notices/NoticeStrip.tsx';
import { offersNow } from '#renderer/components/actions.tsx';
import { draw } from '../draw.tsx';
import { mount } from '../mount.tsx';

it('the place of notices is the innermost slot on screen, so that a bar below it keeps its place', async () => {
  const page = (hasBar: boolean) => (
    <>
      <div id="bar">{hasBar && <NoticeSlot isInner />}</div>
      <div id="page">
        <NoticeSlot />
      </div>
    </>
  );
  await mount(page(true));
  expect(noticeHost.closest('[id]')?.id).toBe('bar');
  await mount(page(false));
  expect(noticeHost.closest('[id]')?.id).toBe('page');
});

it('the place of notices takes no click where one appears under a resting pointer, until the pointer moves', async () => {
  let resized = (): void => undefined;
  vi.stubGlobal('ResizeObserver', function Observer(tell: () => void) {
    resized = tell;
    return { observe: () => {}, disconnect: () => {} };
  });
  vi.spyOn(noticeHost, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 500, 800, 40));
  const move = (clientX: number, clientY: number): boolean =>
    window.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY }));
  const stop = watchPointer();
  const ignores = (): boolean => 'ignoresPointer' in noticeHost.dataset;

  move(400, 520);
  act(resized);
  expect(ignores()).toBe(true);
  move(400, 520);
  expect(ignores()).toBe(true);
  move(401, 520);
  expect(ignores()).toBe(false);
  stop();
  vi.unstubAllGlobals();
});

it('the place of notices keeps its height while a menu is open, so that no line moves under the pointer', () => {
  let resized = (): void => undefined;
  vi.stubGlobal('ResizeObserver', function Observer(tell: () => void) {
    resized = tell;
    return { observe: () => {}, disconnect: () => {} };
  });
  const height = vi.spyOn(noticeHost, 'offsetHeight', 'get');
  const resize = (to: number): void => {
    height.mockReturnValue(to);
    resized();
  };
  const move = (): boolean => window.dispatchEvent(new PointerEvent('pointermove'));
  const kept = (): string => noticeHost.style.height;
  const stop = keepHeightForMenus();

  resize(80);
  resize(40);
  expect(kept()).toBe('');
  const menu = document.createElement('div');
  menu.role = 'menu';
  document.body.append(menu);
  resize(0);
  move();
  expect(kept()).toBe('40px');
  menu.remove();
  move();
  expect(kept()).toBe('');
  stop();
  height.mockRestore();
  vi.unstubAllGlobals();
});

it('what a notice undoes has its keys while it is on screen, however it goes', async () => {
  await draw(null);
  await act(async () => showActions({ text: 'Cleared', actions: { Undo: () => {} } }));
  expect(offersNow().map(({ keys }) => keys)).toEqual(['Ctrl+Z']);
  await act(async () => notifications.clean());
  expect(offersNow()).toEqual([]);
});
