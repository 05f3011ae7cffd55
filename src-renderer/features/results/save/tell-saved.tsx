/** Says that a file is whole, and shows where it lies if the host can. */
import { notifications } from '@mantine/notifications';
import { canShowInFolder, showInFolder } from '#renderer/state/exports.ts';
import type { SavedState } from '#renderer/state/exports.ts';
import { ActionMessage } from '../../../components/notices/NoticeStrip.tsx';
import { savedNotes, savedWords } from './progress-words.ts';

/** Long enough to reach for the button. */
const withButtonMs = 12_000;

export function tellSaved(exportId: string, saved: SavedState): void {
  const notes = savedNotes(saved);
  const text = [savedWords(saved), ...notes].join('. ');
  notifications.show({
    message: canShowInFolder ? (
      <ActionMessage
        text={text}
        actions={{ 'Show in folder': () => void showOrTell(exportId) }}
        wraps
      />
    ) : (
      text
    ),
    ...(notes.length > 0
      ? { autoClose: false }
      : canShowInFolder
        ? { autoClose: withButtonMs }
        : {}),
  });
}

/** *Show in folder*; says why where it fails. */
export async function showOrTell(exportId: string): Promise<void> {
  const problem = await showInFolder(exportId);
  if (problem === null) return;
  notifications.show({ message: `${problem.title} ${problem.advice}`, autoClose: false });
}
