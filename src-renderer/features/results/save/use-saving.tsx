/** An export from *Save* to its end, whether or not the dialog is still open. */
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
  /** The file is complete, and there is something to know about it. */
  | { kind: 'saved'; exportId: string; saved: SavedState }
  | { kind: 'problem'; problem: Problem };

interface SavingHandle {
  saving: Saving;
  save: (spec: ExportChoice) => void;
  cancel: () => void;
  /** Returns to the form. */
  clear: () => void;
}

const nothing: Saving = { kind: 'none' };

export function useSaving(isOpen: boolean, onClose: () => void): SavingHandle {
  const [saving, setSaving] = useState<Saving>(nothing);
  const isShown = useIsShown(isOpen);

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
        if (!isShown.current) notifyFailure(outcome.problem);
        return;
      case 'saved': {
        const { saved } = outcome;
        const needsReading = savedNotes(saved).length > 0;
        setSaving(needsReading && isShown.current ? { ...outcome, exportId } : nothing);
        if (needsReading && isShown.current) return;
        if (isShown.current) onClose();
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

/** A ref for whether the dialog is on screen when something ends later. */
function useIsShown(isOpen: boolean): { readonly current: boolean } {
  const isShown = useRef(isOpen);
  useEffect(() => {
    isShown.current = isOpen;
    return () => {
      isShown.current = false;
    };
  }, [isOpen]);
  return isShown;
}

function notifyFailure({ title, advice }: Problem): void {
  notifications.show({ message: `Nothing was saved: ${title} ${advice}`, autoClose: false });
}

/** Long enough to reach the button. */
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

/** Shows the file in its folder, or why that failed. */
export async function showSaved(exportId: string): Promise<void> {
  const problem = await showInFolder(exportId);
  if (problem === null) return;
  notifications.show({ message: `${problem.title} ${problem.advice}`, autoClose: false });
}
