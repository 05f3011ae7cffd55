/** What a person sees of a start that failed: a packaged program has no terminal to say it in. */
import type { App, Dialog } from 'electron';

export interface FailedStartParts {
  app: Pick<App, 'exit' | 'whenReady'>;
  dialog: Pick<Dialog, 'showErrorBox'>;
}

/** Says why the program can't start, in a box, and exits with 1. */
export async function endStart({ app, dialog }: FailedStartParts, reason: string): Promise<void> {
  // Before that, Linux shows no dialog.
  await app.whenReady();
  dialog.showErrorBox('Social Data Explorer can’t start', reason);
  app.exit(1);
}
