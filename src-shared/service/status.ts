/**
 * Reads answers about the status and the history of the service, as far as possible. The
 * specification shows neither status nor history, so common names and states are looked for; anything
 * else is in the raw answer, and an unknown state is shown as received.
 */
import { type Platform, platforms } from '../catalogue/types.ts';

/** `unknown`: an unrecognised state, which is no reason to warn. */
type StatusPhase = 'well' | 'trouble' | 'down' | 'unknown';

export interface ServiceState {
  /** In the service's spelling. */
  state: string;
  phase: StatusPhase;
  message: string | null;
}

interface StatusPart extends ServiceState {
  name: string;
}

export interface StatusReport {
  /** State of the whole service; null if not given. */
  overall: ServiceState | null;
  parts: StatusPart[];
}

export interface StatusEvent {
  /** What it is about; null if not given. */
  name: string | null;
  state: string | null;
  phase: StatusPhase;
  message: string | null;
  /** As sent. */
  from: string | null;
  until: string | null;
}

type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const phases: readonly (readonly [StatusPhase, RegExp])[] = [
  [
    'down',
    /\b(down|outage|offline|unavailable|critical|failed|failing|fail|error|red|unhealthy)\b/,
  ],
  [
    'trouble',
    /\b(degraded|partial|slow|delayed|maintenance|warning|warn|minor|major|yellow|incident|investigating|identified|monitoring|limited|disrupted)\b/,
  ],
  [
    'well',
    /\b(operational|ok|okay|up|online|available|healthy|pass|passing|green|normal|good|none|resolved|success|running)\b/,
  ],
];

/** Returns what a state means; `partial_outage` is trouble, not an outage. */
export function statusPhase(state: string): StatusPhase {
  const words = state.toLowerCase().replaceAll(/[_\-.]+/g, ' ');
  if (/\bpartial(ly)?\b/.test(words)) return 'trouble';
  if (/\b(not|no)\b/.test(words)) return 'unknown';
  return phases.find(([, pattern]) => pattern.test(words))?.[0] ?? 'unknown';
}

const stateNames = ['status', 'state', 'indicator', 'health', 'overall', 'overallStatus', 'level'];
const partName = ['name', 'platform', 'service', 'component', 'id', 'title'];
const messageNames = ['message', 'description', 'detail', 'details', 'summary', 'note', 'reason'];
const fromNames = [
  'startedAt',
  'at',
  'from',
  'start',
  'timestamp',
  'time',
  'date',
  'createdAt',
  'day',
];
const untilNames = ['resolvedAt', 'until', 'endedAt', 'end', 'to', 'updatedAt'];

/** Returns the first of these members that is a non-blank text. */
function textOf(members: Members, names: readonly string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 500);
  }
  return null;
}

function stateOf(members: Members): ServiceState | null {
  const nested = members['status'];
  const state =
    textOf(members, stateNames) ?? (isMembers(nested) ? textOf(nested, stateNames) : null);
  if (state === null) return null;
  return { state, phase: statusPhase(state), message: textOf(members, messageNames) };
}

/** Returns null if nothing in it looks like a status. */
export function readStatus(value: unknown): StatusReport | null {
  if (typeof value === 'string') {
    return { overall: { state: value, phase: statusPhase(value), message: null }, parts: [] };
  }
  const all = Array.isArray(value) ? { parts: value } : value;
  if (!isMembers(all)) return null;
  const inner = isMembers(all['data']) ? all['data'] : all;
  const overall = stateOf(inner);
  const parts = Object.entries(inner).flatMap(([name, member]) => partsOf(name, member));
  return overall === null && parts.length === 0 ? null : { overall, parts };
}

/**
 * Parts are a list of objects with a name and a state, or an object with states by name; a platform may
 * also be a member by itself.
 */
function partsOf(name: string, member: unknown): StatusPart[] {
  if (Array.isArray(member)) {
    return member.filter(isMembers).flatMap((item) => {
      const called = textOf(item, partName);
      const state = stateOf(item);
      return called === null || state === null ? [] : [{ name: called, ...state }];
    });
  }
  const isPlatform = platforms.some((platform) => name.toLowerCase().includes(platform));
  if (isPlatform) {
    const state = stateOf(isMembers(member) ? member : { status: member });
    return state === null ? [] : [{ name, ...state }];
  }
  if (!isMembers(member) || name === 'status') return [];
  return Object.entries(member).flatMap(([called, value]) => {
    const isState = typeof value === 'string' && statusPhase(value) !== 'unknown';
    const state = isMembers(value)
      ? stateOf(value)
      : isState
        ? { state: value, phase: statusPhase(value), message: null }
        : null;
    return state === null ? [] : [{ name: called, ...state }];
  });
}

/** Returns the part that mentions a platform; null if there is none. */
export const platformStatus = (report: StatusReport, platform: Platform): StatusPart | null =>
  report.parts.find(({ name }) => name.toLowerCase().includes(platform)) ?? null;

const listNames = ['history', 'incidents', 'events', 'entries', 'items', 'results', 'data'];

/** Returns null if it contains no list of events. The order is preserved. */
export function readHistory(value: unknown): StatusEvent[] | null {
  const list = listOf(value);
  if (list === null) return null;
  return list.filter(isMembers).map((item) => {
    const state = textOf(item, stateNames);
    return {
      name: textOf(item, ['platform', 'service', 'component', 'name', 'title']),
      state,
      phase: state === null ? 'unknown' : statusPhase(state),
      message: textOf(item, messageNames),
      from: textOf(item, fromNames),
      until: textOf(item, untilNames),
    };
  });
}

function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isMembers(value)) return null;
  for (const name of listNames) {
    const found = listOf(value[name]);
    if (found !== null) return found;
  }
  return null;
}
