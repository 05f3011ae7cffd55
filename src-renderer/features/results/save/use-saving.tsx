/** An export from *Save* to its end, whether the dialog is open or was closed meanwhile. */
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { ActionMessage } from '#renderer/components/notices/NoticeStrip.tsx';
import {
  cancelExport,
  canShowInFolder,
  saveRows,
  showInFolder,
  type ExportChoice,
  type SavedState,
} from '#renderer/state/exports.ts';
import { savedNotes, savedWords } from './progress-words.ts';

export type Saving =
  | { kind: 'none' }
  | { kind: 'under way'; exportId: string }
  /** The file is whole, and there is something to know about it. */
  | { kind: 'saved'; exportId: string; saved: SavedState }
  | { kind: 'problem'; problem: Problem };

interface SavingHandle {
  saving: Saving;
  save: (spec: ExportChoice) => void;
  cancel: () => void;
  /** Back to the form. */
  clear: () => void;
}

const nothing: Saving = { kind: 'none' };

export function useSaving(isOpen: boolean, onClose: () => void): SavingHandle {
  const [saving, setSaving] = useState<Saving>(nothing);
  const isSeen = useIsSeen(isOpen);

  const save = async (spec: ExportChoice): Promise<void> => {
    const exportId = crypto.randomUUID();
    setSaving({ kind: 'under way', exportId });
    const outcome = await saveRows(spec, exportId);
    switch (outcome.kind) {
      case 'cancelled':
        setSaving(nothing);
        return;
      case 'problem':
        setSaving(outcome);
        if (!isSeen.current) notifyFailure(outcome.problem);
        return;
      case 'saved': {
        const { saved } = outcome;
        const needsReading = savedNotes(saved).length > 0;
        setSaving(needsReading && isSeen.current ? { ...outcome, exportId } : nothing);
        if (needsReading && isSeen.current) return;
        if (isSeen.current) onClose();
        notifySaved(exportId, saved);
      }
    }
  };
  const cancel = async (): Promise<void> => {
    if (saving.kind !== 'under way') return;
    const problem = await cancelExport(saving.exportId);
    if (problem !== null) setSaving({ kind: 'problem', problem });
  };
  return {
    saving,
    save: (spec) => void save(spec),
    cancel: () => void cancel(),
    clear: () => setSaving(nothing),
  };
}

/** Whether the dialog is on screen when something ends later. */
function useIsSeen(isOpen: boolean): { readonly current: boolean } {
  const isSeen = useRef(isOpen);
  useEffect(() => {
    isSeen.current = isOpen;
    return () => {
      isSeen.current = false;
    };
  }, [isOpen]);
  return isSeen;
}

function notifyFailure({ title, advice }: Problem): void {
  notifications.show({ message: `Nothing was saved: ${title} ${advice}`, autoClose: false });
}

/** Long enough to reach for the button. */
const withButtonMs = 12_000;

function notifySaved(exportId: string, saved: SavedState): void {
  const notes = savedNotes(saved);
  const text = [savedWords(saved), ...notes].join('. ');
  notifications.show({
    message: canShowInFolder ? (
      <ActionMessage
        text={text}
        actions={{ 'Show in folder': () => void showSaved(exportId) }}
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
export async function showSaved(exportId: string): Promise<void> {
  const problem = await showInFolder(exportId);
  if (problem === null) return;
  notifications.show({ message: `${problem.title} ${problem.advice}`, autoClose: false });
}
