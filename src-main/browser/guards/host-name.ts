/**
 * Answers only to the names this server goes by. A page elsewhere whose name was made to point
 * at 127.0.0.1 (DNS rebinding) still sends its own name (checklist 33). Forwarded headers are
 * not looked at.
 */
import type { Guard } from './types.ts';

/** The names with port; port 80 is left out by browsers. */
export function allowedHosts(port: number, further: readonly string[]): ReadonlySet<string> {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`, ...further];
  return new Set(names.flatMap((name) => [name, name.replace(/:80$/, '')]));
}

export const hostNameOnly =
  (allowed: ReadonlySet<string>): Guard =>
  async (c, next) => {
    const { rawHeaders } = c.env.incoming;
    const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && isHost(rawHeaders[at - 1]));
    const host = hosts.length === 1 ? hosts[0] : undefined;
    if (host !== undefined && allowed.has(host.toLowerCase())) return next();
    return c.text(
      'This address is not allowed. Use the one printed at the start, or name yours with --allow-host HOST:PORT.',
      403,
    );
  };

const isHost = (name: string | undefined): boolean => name?.toLowerCase() === 'host';
