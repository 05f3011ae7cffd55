/**
 * An AppImage can't include the permission that some Linux systems require before a program may use
 * Chromium's sandbox (Ubuntu 24.04 and later); electron-builder's start script then silently disables the
 * sandbox. The page shows text from strangers, so the program reports this and exits instead.
 */
import type { App, Dialog } from 'electron';

export interface SandboxSwitchParts {
  app: Pick<App, 'exit' | 'whenReady'> & { commandLine: Pick<App['commandLine'], 'hasSwitch'> };
  dialog: Pick<Dialog, 'showErrorBox'>;
}

/** @returns whether the program was started without the sandbox; then it reports that and exits. */
export function refusesSwitch({ app, dialog }: SandboxSwitchParts): boolean {
  if (!app.commandLine.hasSwitch('no-sandbox')) return false;
  void endStart({ app, dialog }, refusal);
  return true;
}

/** Says why the program can't start and exits: a packaged program has no terminal. */
export async function endStart(
  { app, dialog }: Pick<SandboxSwitchParts, 'dialog'> & { app: Pick<App, 'exit' | 'whenReady'> },
  reason: string,
): Promise<void> {
  // Before that, Linux shows no dialog.
  await app.whenReady();
  dialog.showErrorBox('Social Data Explorer can’t start', reason);
  app.exit(1);
}

const refusal =
  'This computer does not let the AppImage use Chromium’s sandbox, and the program does not run ' +
  'without it. Install the .deb package, which includes the permission.';
