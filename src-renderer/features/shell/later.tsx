/**
 * Parts of the window that aren't on its first screen: in a file of their own, which is loaded when one of them is
 * needed, or as soon as there is time. Without them, and without schemas, the window is there in 0.7 of the time.
 */
import { type ComponentType, createElement, type ReactNode, Suspense, use } from 'react';
import { persistently } from '#renderer/components/hooks.ts';

type Parts = typeof import('./parts.ts');

const found: { parts: Parts | null; loading: Promise<Parts> | null } = {
  parts: null,
  loading: null,
};

export const loadParts = (): Promise<Parts> =>
  (found.loading ??= persistently(async () => (found.parts = await import('./parts.ts'))));

/** Loads them once the first screen is drawn. */
export const loadPartsSoon = (): void => void requestIdleCallback(() => void loadParts());

/** Returns one of the parts as a component. @param waiting what is there until they are loaded. */
export function later<P extends object>(
  pick: (parts: Parts) => ComponentType<P>,
  waiting: ReactNode = null,
) {
  // What is there is drawn at once: waiting for it, even for a moment, would lose the focus.
  const Loaded = (props: P) => createElement(pick(found.parts ?? use(loadParts())), props);
  return (props: P) => (
    <Suspense fallback={waiting}>
      <Loaded {...props} />
    </Suspense>
  );
}
