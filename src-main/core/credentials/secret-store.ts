/** The port behind which secrets are kept. Adapters: the OS keychain, memory. */

export interface SecretStore {
  /** "this computer’s keychain", "this session only": shown beside the key. */
  readonly place: string;
  /** Whether a secret outlives the program. */
  readonly lasting: boolean;
  /** Why it is not the keychain; null when it is. One sentence for the screen. */
  readonly reason: string | null;
  /** Null when there is none. Throws when the store can't be read. */
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}
