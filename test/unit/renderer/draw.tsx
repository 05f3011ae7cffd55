/** A page drawn in happy-dom on a snapshot of its own, with notifications. */
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { NoticeSlot, NoticeStrip } from '#renderer/components/notices/NoticeStrip.tsx';
import { useApp, type AppState } from '#renderer/state/app.ts';
import { makeSnapshot } from './make.ts';
import { mount, unmount } from './mount.tsx';

export async function draw(page: ReactNode, state: Partial<AppState> = {}): Promise<void> {
  await unmount();
  useApp.setState({ ...useApp.getInitialState(), snapshot: makeSnapshot(), ...state });
  notifications.clean();
  await mount(
    <>
      <NoticeStrip />
      <NoticeSlot />
      {page}
    </>,
  );
}

/** What is on screen, in words. */
export const screenText = (): string => (document.body.textContent ?? '').replaceAll(/\s+/g, ' ');
