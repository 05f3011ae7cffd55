/** The headers that fence the window in, the same on both hosts. */

/**
 * Nothing is allowed but our own files (checklist 5). Styles may be inline because Mantine sets
 * style attributes; scripts never. `data:` images are the build's small icons.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export const windowHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Assets are named by their content; everything else may hold data or change with the next build. */
export const cacheControl = (hashed: boolean): string =>
  hashed ? 'public, max-age=31536000, immutable' : 'no-store';
