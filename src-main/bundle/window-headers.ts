/** The headers that fence the window in, the same on both hosts. */

const policyWith = (imageSources: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src ${imageSources}`,
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/**
 * Nothing is allowed but our own files (checklist 5). Styles may be inline because Mantine sets
 * style attributes; scripts never. `data:` images are the build's small icons.
 */
export const contentSecurityPolicy = policyWith("'self' data:");

export const windowHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * What the document carries instead where the person turned remote images on: pictures over https
 * from anywhere, without cookies, and nothing else more than before.
 */
export const headersWithPictures: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policyWith("'self' data: https:"),
  'Cross-Origin-Embedder-Policy': 'credentialless',
};

/** Asked for every document: the setting counts from the next load of the window. */
export type LetsPicturesIn = () => Promise<boolean>;

/** The headers a file adds to those of every answer. */
export async function fileHeaders(
  { type, hashed }: { type: string; hashed: boolean },
  letsPicturesIn: LetsPicturesIn,
): Promise<Record<string, string>> {
  const isDocument = type.startsWith('text/html');
  return {
    ...(isDocument && (await letsPicturesIn()) ? headersWithPictures : {}),
    'Content-Type': type,
    'Cache-Control': cacheControl(hashed),
  };
}

/** Assets are named by their content; everything else may hold data or change with the next build. */
export const cacheControl = (hashed: boolean): string =>
  hashed ? 'public, max-age=31536000, immutable' : 'no-store';
