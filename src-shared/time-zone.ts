/** Names of time zones. Those of the platform are checked too: some can't be given back to it. */

/** Returns whether this computer knows the name: `Europe/Berlin`. */
export function isTimeZone(name: unknown): name is string {
  // Without a name, `Intl` would use its own.
  if (typeof name !== 'string') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export interface OwnTimeZone {
  /** Always one that `isTimeZone` accepts; `UTC` for all of its aliases. */
  name: string;
  /** Whether the platform named it. Otherwise it has the same offset from UTC, or is UTC. */
  isNamed: boolean;
}

/** Returns this computer's time zone. With `TZ=UTC0` or `TZ=:/etc/localtime`, the platform has no name for it. */
export function ownTimeZone(at = new Date()): OwnTimeZone {
  const named: unknown = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (isTimeZone(named)) {
    return {
      name: named.replace(/^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu)$/, 'UTC'),
      isNamed: true,
    };
  }
  // Positive west of Greenwich, as in these names.
  const hours = at.getTimezoneOffset() / 60;
  const fixed = `Etc/GMT${hours > 0 ? '+' : ''}${hours}`;
  return { name: hours !== 0 && isTimeZone(fixed) ? fixed : 'UTC', isNamed: false };
}
