/** One thing at a time drawn in happy-dom; `window-setup.ts` takes it away after each test. */
import { MantineProvider } from '@mantine/core';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// Before a test puts a clock of its own in its place.
const { setImmediate, setTimeout } = globalThis;

/** Lets answers of the host arrive. */
export const settle = (): Promise<void> =>
  act(() => new Promise<void>((resolve) => setTimeout(resolve, 0)));

let drawn: { root: Root; place: HTMLElement } | null = null;

/** Draws it in place of what was drawn before, with what is there at once. */
export async function mount(element: ReactNode): Promise<void> {
  await unmount();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  drawn = { root, place };
  await act(async () =>
    root.render(
      // Nothing here looks at styles, which take time.
      <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
        {element}
      </MantineProvider>,
    ),
  );
  await settle();
}

export async function unmount(): Promise<void> {
  if (drawn === null) return;
  const { root, place } = drawn;
  drawn = null;
  await act(async () => root.unmount());
  place.remove();
  // What React had planned still runs, and needs the window that goes with the last test.
  await new Promise((resolve) => setImmediate(resolve));
}
