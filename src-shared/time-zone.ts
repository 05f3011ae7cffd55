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
  /** Whether the platform named it. Otherwise its clocks show the same, or it is UTC. */
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
  const [name = 'UTC'] = zonesAsHere(at);
  return { name, isNamed: false };
}

/**
 * Yields names of time zones whose clocks have shown the same as this computer's for two years: summer time
 * begins on other days elsewhere. Looking at all takes a quarter of a second.
 */
export function* zonesAsHere(at = new Date()): Generator<string> {
  const days = Array.from({ length: 730 }, (_, n) => new Date(at.getTime() - n * 86_400_000));
  // Positive west of Greenwich, as in these names.
  const hours = at.getTimezoneOffset() / 60;
  const fixed = hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '+' : ''}${hours}`;
  for (const name of [fixed, ...Intl.supportedValuesOf('timeZone')]) {
    if (!isTimeZone(name)) continue;
    const offsetAt = offsetsOf(name);
    if (days.every((day) => offsetAt(day.getTime()) === -60_000 * day.getTimezoneOffset())) {
      yield name;
    }
  }
}

/** Returns how far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
export function offsetsOf(timeZone: string): (at: number) => number {
  if (timeZone === 'UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (at) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
    // `GMT+05:30`; with seconds before time zones were introduced.
    const [, sign, ...parts] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name ?? '') ?? [];
    const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
    return (sign === '-' ? -1000 : 1000) * (hours * 3600 + minutes * 60 + seconds);
  };
}
