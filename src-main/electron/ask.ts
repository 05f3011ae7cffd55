/** A question of the system, above our window where there is one. */
import type { BaseWindow, Dialog, MessageBoxOptions } from 'electron';

export interface AskParts {
  dialog: Pick<Dialog, 'showMessageBox'>;
  window: () => BaseWindow | null;
}

/** Whether the first of its buttons was pressed; the second is what Escape means. */
export async function agrees(
  { dialog, window: current }: AskParts,
  question: Pick<MessageBoxOptions, 'type' | 'message' | 'detail' | 'defaultId' | 'signal'> & {
    buttons: [yes: string, no: string];
  },
): Promise<boolean> {
  const options = { type: 'question' as const, cancelId: 1, noLink: true, ...question };
  const window = current();
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response === 0;
}
