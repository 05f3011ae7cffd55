/**
 * Accounts whose names say what happens to whoever asks for them, so that every status of a list's
 * inputs can be seen without a key: `gone_…` doesn't exist, `quiet_…` has nothing, `refused_…` can't be
 * asked for, `down_…` always fails, and `flaky_…` fails the first time.
 */
import { refuse } from './answers.ts';
import type { Service } from './service.ts';

const fates = ['gone', 'quiet', 'refused', 'down', 'flaky'] as const;
type Fate = (typeof fates)[number];

/** What is answered instead of rows; `quiet` for none, null where the account is like any other. */
export function oddAnswer(
  { failedOnce }: Pick<Service, 'failedOnce'>,
  { username, identifier }: Readonly<Record<string, string>>,
): Response | 'quiet' | null {
  const name = username ?? identifier ?? '';
  const fate = fates.find((one) => name.startsWith(`${one}_`));
  return fate === undefined ? null : answerOf(fate, name, failedOnce);
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
