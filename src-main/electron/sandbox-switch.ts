/**
 * An AppImage can't include the permission that some Linux systems require before a program may use
 * Chromium's sandbox (Ubuntu 24.04 and later); electron-builder's start script then silently disables the
 * sandbox. The page shows text from strangers, so the program reports this and exits instead.
 */
import type { App } from 'electron';
import { endStart, type FailedStartParts } from './failed-start.ts';

export interface SandboxSwitchParts extends FailedStartParts {
  app: FailedStartParts['app'] & { commandLine: Pick<App['commandLine'], 'hasSwitch'> };
}

/** @returns whether the program was started without the sandbox; then it reports that and exits. */
export function refusesSwitch({ app, dialog }: SandboxSwitchParts): boolean {
  if (!app.commandLine.hasSwitch('no-sandbox')) return false;
  void endStart({ app, dialog }, refusal);
  return true;
}

const refusal =
  'This computer does not let the AppImage use Chromium’s sandbox, and the program does not run ' +
  'without it. Install the .deb package, which includes the permission.';
