/** One thing at a time drawn in happy-dom; after each test it is taken away. */
import { MantineProvider } from '@mantine/core';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach } from 'vitest';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// Growing text areas ask when fonts have come; happy-dom has none.
Object.assign(document, { fonts: new EventTarget() });

// Before a test puts a clock of its own in its place.
const { setImmediate } = globalThis;

let drawn: { root: Root; place: HTMLElement } | null = null;

/** Draws it in place of what was drawn before. */
export async function mount(element: ReactNode): Promise<void> {
  await unmount();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  drawn = { root, place };
  await act(async () => root.render(<MantineProvider env="test">{element}</MantineProvider>));
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

afterEach(unmount);
