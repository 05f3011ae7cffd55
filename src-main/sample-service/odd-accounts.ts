/**
 * Accounts whose names say what happens to whoever asks for them, so that every status of a list's
 * inputs can be seen without a key. Names may go on: `gone_fishing_2`.
 */
import { refuse } from './answers.ts';
import type { Service } from './service.ts';

/** By the beginning of the name. */
const fates = {
  gone_fishing: 'gone',
  quiet_corner: 'quiet',
  refused_entry: 'refused',
  line_down: 'down',
  flaky_wifi: 'flaky',
} as const;
type Fate = (typeof fates)[keyof typeof fates];

/** What is answered instead of rows; `quiet` for none, null where the account is like any other. */
export function oddAnswer(
  { failedOnce }: Pick<Service, 'failedOnce'>,
  { username, identifier }: Readonly<Record<string, string>>,
): Response | 'quiet' | null {
  const name = username ?? identifier ?? '';
  const fate = Object.entries(fates).find(([beginning]) => name.startsWith(beginning));
  return fate === undefined ? null : answerOf(fate[1], name, failedOnce);
}

function answerOf(fate: Fate, name: string, failedOnce: Set<string>): Response | 'quiet' | null {
  switch (fate) {
    case 'gone':
      return refuse(404, `There is no account named ${name}.`);
    case 'quiet':
      return 'quiet';
    case 'refused':
      return refuse(400, `${name} can’t be asked for.`);
    case 'down':
      return refuse(503);
    case 'flaky': {
      const isFirst = !failedOnce.has(name);
      failedOnce.add(name);
      return isFirst ? refuse(503) : null;
    }
    default:
      return fate satisfies never;
  }
}
