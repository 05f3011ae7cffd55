/** Addresses found in data that may be opened outside (checklist 7). */

/**
 * The address written anew by the URL parser, or null. https only: `file:`, `javascript:`,
 * network shares and addresses with a name and password in them never leave the program.
 */
export function openableLink(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return url.href;
}
