/** Electron's `safeStorage` in the shape the core knows. */
import type { SafeStorage } from 'electron';
import type { Encryption } from '../core/credentials/encrypted-store.ts';

export type SafeStoragePart = Pick<
  SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>;

/** Only once Electron is ready. */
export function createEncryption(
  safeStorage: SafeStoragePart,
  platform: NodeJS.Platform = process.platform,
): Encryption {
  return {
    isAvailable: () => safeStorage.isEncryptionAvailable(),
    // Elsewhere the method does not exist.
    backend: () => (platform === 'linux' ? safeStorage.getSelectedStorageBackend() : null),
    encrypt: (text) => safeStorage.encryptString(text),
    decrypt: (bytes) => safeStorage.decryptString(bytes),
  };
}
