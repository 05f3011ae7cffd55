/** A page drawn in happy-dom on a snapshot of its own, with notifications. */
import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { useApp, type AppState } from '#renderer/state/app.ts';
import { makeSnapshot } from './make.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let unmount = async (): Promise<void> => {};

export async function draw(page: ReactNode, state: Partial<AppState> = {}): Promise<void> {
  await unmount();
  useApp.setState({ ...useApp.getInitialState(), snapshot: makeSnapshot(), ...state });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => {
    root.render(
      <MantineProvider env="test">
        <Notifications />
        {page}
      </MantineProvider>,
    );
  });
  unmount = async () => {
    await act(async () => {
      notifications.clean();
      root.unmount();
    });
    place.remove();
    unmount = async () => {};
  };
}

export const wipe = (): Promise<void> => unmount();

/** What is on screen, in words. */
export const screenText = (): string => (document.body.textContent ?? '').replaceAll(/\s+/g, ' ');
