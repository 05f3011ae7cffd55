/**
 * An AppImage can't bring the permission that some Linux systems ask for before a program may use
 * Chromium's sandbox (Ubuntu 24.04 and later); electron-builder's start script then switches the
 * sandbox off without a word. The page shows text from strangers: we rather say so and end.
 */
import type { App, Dialog } from 'electron';

export interface SandboxSwitchParts {
  app: Pick<App, 'exit' | 'whenReady'> & { commandLine: Pick<App['commandLine'], 'hasSwitch'> };
  dialog: Pick<Dialog, 'showErrorBox'>;
}

/** @returns whether the program was started without the sandbox; then it says so and ends. */
export function refusesSwitch({ app, dialog }: SandboxSwitchParts): boolean {
  if (!app.commandLine.hasSwitch('no-sandbox')) return false;
  void refuse(app, dialog);
  return true;
}

async function refuse(
  app: SandboxSwitchParts['app'],
  dialog: SandboxSwitchParts['dialog'],
): Promise<void> {
  // Before that, Linux shows no box.
  await app.whenReady();
  dialog.showErrorBox('Social Data Explorer can’t start', refusal);
  app.exit(1);
}

const refusal =
  'This computer does not let the AppImage use Chromium’s sandbox, and the program does not run ' +
  'without it. Install the .deb package, which includes the permission.';
