/** The address of the window's own page, and how to tell it from all others. */

export const appScheme = 'app';
const appHost = 'bundle';
export const appAddress = `${appScheme}://${appHost}/`;

/**
 * Whether an address is our page's, by its parsed scheme and host. Not by `origin`: Node's URL
 * parser says `null` for a scheme it does not know, and so would for any other such scheme.
 */
export function isAppAddress(address: string): boolean {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  return (
    url.protocol === `${appScheme}:` &&
    url.host === appHost &&
    url.username === '' &&
    url.password === ''
  );
}

/**
 * The path an address names on our host, undecoded and without query and fragment; null for any
 * other address. Reads the text itself, so that nothing is normalised before it is checked.
 */
export function appPath(address: string): string | null {
  if (!address.startsWith(appAddress)) return null;
  return `/${address.slice(appAddress.length).split(/[?#]/)[0] ?? ''}`;
}
