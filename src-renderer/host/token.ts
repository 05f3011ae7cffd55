/**
 * The token of the browser host. It comes in the fragment of the address printed in the
 * terminal, because a fragment is never sent to a server nor written into its log.
 */
const storageKey = 'explorer-token';

/** The parts of `window` that are touched, so that tests can bring their own. */
export interface TokenWindow {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState'>;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
}

/** The token in the address, or null: the fragment is also used for pages (`#/account`). */
export function tokenGiven(location: Pick<Location, 'hash'>): string | null {
  return /^#token=([A-Za-z0-9._~-]+)$/.exec(location.hash)?.[1] ?? null;
}

/**
 * Moves the token from the fragment to the tab's session storage, so that a reload works and
 * the address can be shown or copied without it. Null when there is none.
 */
export function takeToken({ location, history, sessionStorage }: TokenWindow): string | null {
  const given = tokenGiven(location);
  if (given === null) return sessionStorage.getItem(storageKey);
  sessionStorage.setItem(storageKey, given);
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  return given;
}
