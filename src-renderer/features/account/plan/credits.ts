/** What an answer about usage says of the account: its credits, and how many went on which day. */
import { readMoment } from '#shared/moment.ts';
import { isMembers } from '#shared/service/status.ts';

/** Credits used or calls made per day. */
export interface DailyUsage {
  /** What is counted, in the service's words: "credits", "calls". */
  measure: string;
  /** In order; `day` is `YYYY-MM-DD`. Days that the service omits are missing here too. */
  days: readonly { day: string; count: number }[];
}

export interface Credits {
  left: number | null;
  used: number | null;
  limit: number | null;
  /** `YYYY-MM-DD`, like the next two. */
  renewsOn: string | null;
  periodFrom: string | null;
  periodUntil: string | null;
  daily: DailyUsage | null;
}

interface Member {
  /** The name in words: `creditsLeft` is "credits left". */
  name: string;
  /** The name of its parent object, in words; empty at the top level. */
  parent: string;
  value: unknown;
}

const inWords = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim();

/** Objects about the whole account now; those of one platform or of last month are ignored. */
const aboutTheAccount =
  /^(data|result|usage|account|plan|subscription|credits?|((current|billing) )*(period|cycle))$/;

function membersOf(value: unknown, parent = ''): Member[] {
  if (!isMembers(value)) return [];
  const members = Object.entries(value).map(([key, member]) => ({
    name: inWords(key),
    parent,
    value: member,
  }));
  const inner = members.filter(({ name }) => aboutTheAccount.test(name));
  return members.concat(inner.flatMap((member) => membersOf(member.value, member.name)));
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0;

/** Returns the day as the service writes it: it must not shift with the time zone. */
function dayOf(value: unknown): string | null {
  if (typeof value !== 'string' || readMoment(value) === null) return null;
  const day = readMoment(value.split(/[Tt ]/, 1)[0] ?? '');
  return day && new Date(day.ms).toISOString().slice(0, 10);
}

/** Returns the single value of the members with a matching name; null for none, or for several. */
function only<T>(
  members: readonly Member[],
  shape: RegExp,
  read: (value: unknown) => T | null,
): T | null {
  const values = members.flatMap(({ name, parent, value }) =>
    shape.test(name) || shape.test(`${parent} ${name}`) ? (read(value) ?? []) : [],
  );
  return new Set(values).size === 1 ? (values[0] ?? null) : null;
}

const countNamed = (members: readonly Member[], words: string): number | null =>
  only(members, new RegExp(`^(credits? (${words})|(${words}) credits?)$`), (value) =>
    isCount(value) ? value : null,
  );

const periodDay = (members: readonly Member[], words: string): string | null =>
  only(
    members,
    new RegExp(`^((current|billing) )*(period|cycle) (${words})( (at|on|date))?$`),
    dayOf,
  );

const renewalShape = /^(credits? )?(next )?(renews|renewal|resets?)( (at|on|date))?$/;

/**
 * Reads credits from an answer about usage; null if it has none. The specification doesn't show that
 * answer, so only unambiguous names are read, and a number under two such names with different values
 * counts as missing. The whole answer is shown beside it.
 */
export function readCredits(usage: unknown): Credits | null {
  const members = membersOf(usage);
  const credits: Credits = {
    left: countNamed(members, 'left|remaining|available|balance'),
    used: countNamed(members, 'used|spent|consumed'),
    limit: countNamed(members, 'limit|quota|allowance|included'),
    renewsOn: only(members, renewalShape, dayOf),
    periodFrom: periodDay(members, 'from|start|starts|since'),
    periodUntil: periodDay(members, 'until|to|end|ends'),
    daily: readDaily(members),
  };
  const { left, used, limit, daily } = credits;
  return left === null && used === null && limit === null && daily === null ? null : credits;
}

/** Returns the list that counts credits by day, or the only list that counts anything by day. */
function readDaily(members: readonly Member[]): DailyUsage | null {
  const lists = members.flatMap(({ value }) => dailyOf(value) ?? []);
  const ofCredits = lists.filter(({ measure }) => isOfCredits(measure));
  const found = ofCredits.length > 0 ? ofCredits : lists;
  return found.length === 1 ? (found[0] ?? null) : null;
}

const isOfCredits = (name: string): boolean =>
  /^(credits?|credits? (used|spent)|used credits?)$/.test(name);

/** Returns null unless each item has one day and the same single count. */
function dailyOf(value: unknown): DailyUsage | null {
  if (!Array.isArray(value) || value.length < 2) return null;
  const items = value.map((item) => membersOf(item).filter(({ parent }) => parent === ''));
  const counted = [
    ...new Set(
      items.flatMap((item) => item.flatMap((one) => (isCount(one.value) ? one.name : []))),
    ),
  ];
  const measure =
    counted.find((name) => isOfCredits(name)) ?? (counted.length === 1 ? counted[0] : undefined);
  if (measure === undefined) return null;
  const days = items.flatMap((item) => {
    const day = dayOf(item.find(({ name }) => /^(day|date)$/.test(name))?.value);
    const count = item.find(({ name }) => name === measure)?.value;
    return day !== null && isCount(count) ? [{ day, count }] : [];
  });
  const isWhole = new Set(days.map(({ day }) => day)).size === items.length;
  return isWhole ? { measure, days: days.toSorted((a, b) => (a.day < b.day ? -1 : 1)) } : null;
}
