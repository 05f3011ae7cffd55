/** How dates are shown: by the clock the person chose, and told from which moment. */
import { useMemo, useState } from 'react';
import type { TimeZone } from '#shared/contract/snapshot.ts';
import { useSnapshot } from '#renderer/state/app.ts';

export interface DateLook {
  zone: TimeZone;
  /** What "3 days ago" counts from. */
  now: Date;
}

const minuteMs = 60_000;
const thisMinute = (): number => Math.floor(Date.now() / minuteMs);

export const useTimeZone = (): TimeZone => useSnapshot(({ preferences }) => preferences.timeZone);

/**
 * The same object within a minute, so that nothing is drawn again for a second. `refresh` when
 * somebody comes to look: what stood there for hours would still say "2 minutes ago".
 */
export function useDateLook(): [look: DateLook, refresh: () => void] {
  const zone = useTimeZone();
  const [minute, setMinute] = useState(thisMinute);
  const look = useMemo(() => ({ zone, now: new Date(minute * minuteMs) }), [zone, minute]);
  return [look, () => setMinute(thisMinute())];
}
