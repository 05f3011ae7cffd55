/** Addresses found in data: which may be opened, and how they are shown. */

/** The address a click may open, re-serialised; null for anything but http and https. */
export function linkAddress(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  return new URL(text).href;
}

/** Host and path of an address from `linkAddress`, for one line. */
export function shortAddress(address: string): string {
  const { host, pathname, search } = new URL(address);
  const path = pathname === '/' ? '' : pathname;
  return `${host.replace(/^www\./, '')}${path}${search === '' ? '' : '?…'}`;
}

/** Who will really be asked: what stands before an `@` in an address is not the host. */
export function addressHost(address: string): string {
  return new URL(address).host;
}
