/** What the test tells the fake, beside the program's own flags. */

/** Electron at its least kind, each mode as some system makes it; findings are those of `electron/FINDINGS.md`. */
export type Mode =
  /** A hidden window is never painted (A1). */
  | 'wayland'
  /** The page neither paints nor finishes loading (A1). */
  | 'stuck'
  /** The lock can't be made, which Electron answers as if another program had it (A5). */
  | 'lockError'
  /** A computer without a display, which Chromium looks for unless its command line says not to. */
  | 'noDisplay'
  /** Documents and Downloads were moved to a place that is gone (A8). */
  | 'noDocuments'
  /** What is asked while starting throws (A8). */
  | 'noScreen'
  /** The first worker's V8 ends: Electron emits `error`, which throws where nobody listens (B5). */
  | 'workerFatal'
  /** Everything asked of `safeStorage` throws, as with a locked keyring (B7). */
  | 'encryptionGone'
  /** Every notification fails (C2). */
  | 'notifyFailed';

/** Whether the test chose this weather (ELECTRON_FAKE_MODE). */
export const isMode = (mode: Mode): boolean => process.env['ELECTRON_FAKE_MODE'] === mode;

export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`electron-fake: ${name} is not set`);
  return value;
}
