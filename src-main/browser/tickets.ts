/** Single-use, short-lived addresses for what a browser fetches without our token (checklist 38). */
import { randomBytes } from 'node:crypto';

export interface Tickets<T> {
  /** A ticket of 32 random bytes, base64url. */
  issue(value: T): string;
  /** The value, the first time and in time; undefined ever after. */
  take(ticket: string): T | undefined;
  /** Lets every ticket expire now. */
  clear(): void;
}

/** @param onExpired Called for a value nobody took. */
export function createTickets<T>(lifetimeMs: number, onExpired: (value: T) => void): Tickets<T> {
  const open = new Map<string, { value: T; timer: NodeJS.Timeout }>();

  const remove = (ticket: string): { value: T } | undefined => {
    const found = open.get(ticket);
    if (found !== undefined) clearTimeout(found.timer);
    open.delete(ticket);
    return found;
  };
  const expire = (ticket: string): void => {
    const found = remove(ticket);
    if (found !== undefined) onExpired(found.value);
  };

  return {
    issue(value) {
      const ticket = randomBytes(32).toString('base64url');
      open.set(ticket, { value, timer: setTimeout(() => expire(ticket), lifetimeMs).unref() });
      return ticket;
    },
    take: (ticket) => remove(ticket)?.value,
    clear() {
      for (const ticket of open.keys()) expire(ticket);
    },
  };
}
