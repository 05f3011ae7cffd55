/**
 * Back and forward: each page, tab and way to look at rows that a person went to is an entry of the window's
 * history, and the address (`#/account`) is the page's, so that reload works, too.
 */
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useOffer } from '#renderer/components/actions.tsx';
import {
  activeTabOf,
  pageAddress,
  pageOf,
  showPage,
  tabNow,
  useApp,
  useSnapshot,
} from '#renderer/state/app.ts';
import { showStartPage, showTab, updateTab } from '#renderer/state/workspace.ts';

interface Place {
  /** Null: the start page. */
  tab: string | null;
  /** Null: the one that the rows open with. */
  look: string | null;
}

/** Follows the person, and goes back and forward with them. Call once. */
export function usePlaces(): void {
  const page = useApp((state) => state.page);
  const { id: tab = null, look = null } = useSnapshot(activeTabOf) ?? {};
  /** Where this leads may be gone: then the entry is changed, since another would cut off the way forward. */
  const isGoing = useRef(true);
  useWindowEvent('popstate', () => {
    isGoing.current = true;
    goTo(placeIn(window.history.state));
  });
  useWindowEvent('mouseup', (event) => {
    const steps = sideButtons[event.button];
    if (steps === undefined) return;
    event.preventDefault();
    // As with keys: what is typed in a dialog goes with what is behind it.
    if (document.querySelector('[role="dialog"]') === null) window.history.go(steps);
  });
  useEffect(() => {
    const before = placeIn(window.history.state);
    const isHere = before?.tab === tab && before.look === look;
    const address = pageAddress(page);
    if (!isHere || window.location.hash !== address) {
      const place: Place = { tab, look };
      if (isGoing.current) window.history.replaceState(place, '', address);
      else window.history.pushState(place, '', address);
    }
    isGoing.current = false;
  }, [page, tab, look]);
  useOffer('pages', () => [
    { label: 'Back', icon: ArrowLeft, keys: keys.back, act: () => window.history.back() },
    { label: 'Forward', icon: ArrowRight, keys: keys.forward, act: () => window.history.forward() },
  ]);
}

/** On a Mac, Alt moves among words. */
const keys = /Mac/.test(navigator.userAgent)
  ? { back: 'Ctrl+[', forward: 'Ctrl+]' }
  : { back: 'Alt+←', forward: 'Alt+→' };

/** Of a mouse: the buttons that browsers go back and forward with. */
const sideButtons: Readonly<Record<number, number>> = { 3: -1, 4: 1 };

/** What an entry of the history says; null: it is none of ours. */
function placeIn(state: unknown): Place | null {
  if (typeof state !== 'object' || state === null || !('tab' in state) || !('look' in state))
    return null;
  const { tab, look } = state;
  const isText = (value: unknown): value is string | null =>
    value === null || typeof value === 'string';
  return isText(tab) && isText(look) ? { tab, look } : null;
}

function goTo(place: Place | null): void {
  showPage(pageOf(window.location.hash));
  if (place === null) return;
  const { tab, look } = place;
  if (tab === null) showStartPage();
  else if (tabNow(tab) !== undefined) {
    showTab(tab);
    updateTab(tab, { look });
  }
}
