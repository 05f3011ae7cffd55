/** The secret that pseudonyms are made with: in the credential store, one per project. */
import { createHmac, randomBytes } from 'node:crypto';
import type { PseudonymSecret } from '#shared/contract/export/privacy.ts';
import type { SecretStore } from '../../credentials/secret-stores.ts';
import { invalidInput, ownProblem, ProblemError, refused } from '../../problem-error.ts';
import { Serial } from '../../store/serial.ts';

/** 32 bytes in base64url. */
const secretShape = /(?<![\w-])[\w-]{43}(?![\w-])/;

export interface PseudonymSecrets {
  status(): Promise<PseudonymSecret>;
  /** Returns the secret; creates it when there is none. */
  get(): Promise<string>;
  /** The secret as a file for its owner; null when there is none. */
  asFile(): Promise<string | null>;
  /**
   * Imports a secret, or the file that contains one. `replace`: even if there is a different one.
   * @throws ProblemError
   */
  use(text: string, replace: boolean): Promise<PseudonymSecret>;
}

/** @param projectId null for the default data folder, which predates projects. */
export function createPseudonymSecrets(
  secrets: SecretStore,
  projectId: string | null = null,
): PseudonymSecrets {
  const account = projectId === null ? 'pseudonym-secret' : `pseudonym-secret ${projectId}`;
  /** A preview and an export may need the first secret at the same time: both must get the same one. */
  const changes = new Serial();

  const stored = (): Promise<string | null> => secrets.get(account).catch(refuse);
  const save = (secret: string): Promise<void> => secrets.set(account, secret).catch(refuse);

  async function status(): Promise<PseudonymSecret> {
    const secret = await stored();
    return {
      present: secret !== null,
      fingerprint: secret === null ? null : fingerprintOf(secret),
      lasting: secrets.lasting,
      place: secrets.place,
    };
  }

  async function get(): Promise<string> {
    const known = await stored();
    if (known !== null) return known;
    const secret = randomBytes(32).toString('base64url');
    await save(secret);
    return secret;
  }

  async function use(text: string, replace: boolean): Promise<PseudonymSecret> {
    const given = secretShape.exec(text.split('\n').findLast((line) => line.trim() !== '') ?? '');
    if (given === null) {
      throw new ProblemError(invalidInput('This is not a secret for pseudonyms.', 'secret'));
    }
    const known = await stored();
    if (known !== null && known !== given[0] && !replace) {
      throw refused(
        'There is already a different secret. Without it, its pseudonyms can’t be made again.',
        'Save the existing secret first, then replace it.',
      );
    }
    if (known !== given[0]) await save(given[0]);
    return status();
  }

  return {
    status,
    get: () => changes.run(get),
    async asFile() {
      const secret = await stored();
      return secret === null ? null : fileText(secret);
    },
    use: (text, replace) => changes.run(() => use(text, replace)),
  };
}

/** Distinguishes secrets without revealing anything about them. */
export const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('fingerprint').digest('hex').slice(0, 16);

const fileText = (secret: string): string =>
  [
    'Secret for the pseudonyms of Social Data Explorer. Keep it safe and private: anyone who has it',
    'can identify the people behind the pseudonyms. With it, the same people get the same pseudonyms',
    `on another computer. Fingerprint: ${fingerprintOf(secret)}`,
    secret,
    '',
  ].join('\n');

/** @throws ProblemError instead of whatever the store threw. */
function refuse(): never {
  throw new ProblemError(
    ownProblem(
      'storage_failed',
      'The secret for pseudonyms can’t be read or stored.',
      'Check that the keychain is unlocked and the disk has space, then try again.',
      [{ kind: 'tryAgain' }],
    ),
  );
}
