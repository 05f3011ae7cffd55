import { expect, it } from 'vitest';
import { isTrustworthy } from '#main/core/credentials/encrypted-store.ts';
import { createEncryption } from '#main/electron/encryption.ts';
import type { SafeStoragePart } from '#main/electron/encryption.ts';

type Backend = ReturnType<SafeStoragePart['getSelectedStorageBackend']>;

const turned = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff));
const safeStorage = (available: boolean, backend: () => Backend): SafeStoragePart => ({
  isEncryptionAvailable: () => available,
  getSelectedStorageBackend: backend,
  encryptString: (text) => turned(Buffer.from(text)),
  decryptString: (bytes) => turned(bytes).toString('utf8'),
});

it.each([
  ['linux', true, 'gnome_libsecret', true],
  ['linux', true, 'kwallet6', true],
  ['linux', true, 'basic_text', false],
  ['linux', true, 'unknown', false],
  ['linux', false, 'gnome_libsecret', false],
] as const)('19 on %s, available %s, kept by %s: trusted %s', (platform, is, backend, trusted) => {
  const encryption = createEncryption(
    safeStorage(is, () => backend),
    platform,
  );
  expect(isTrustworthy(encryption)).toBe(trusted);
});

it.each(['darwin', 'win32'] as const)('19 on %s nobody is asked who keeps it', (platform) => {
  const refuse = (): Backend => {
    throw new TypeError('getSelectedStorageBackend is not a function');
  };
  const encryption = createEncryption(safeStorage(true, refuse), platform);
  expect(isTrustworthy(encryption)).toBe(true);
  expect(encryption.decrypt(encryption.encrypt('a key'))).toBe('a key');
});
