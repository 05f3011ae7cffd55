/**
 * An export from *Save* to its end, whether or not the dialog is still open or its tab shown, and its
 * progress in words.
 */
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import type { Export } from '#shared/contract/export/export.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Chain } from '#shared/contract/recipe.ts';
import { longMs, showActions, showProblem } from '#renderer/components/notices/NoticeStrip.tsx';
import { bytesInWords, countOf, grouping } from '#renderer/components/words.ts';
import { act } from '#renderer/state/act.ts';
import {
  canShowInFolder,
  saveRows,
  useExportOf,
  type ExportChoice,
  type SavedState,
} from '#renderer/state/exports.ts';

export type Saving =
  | { kind: 'none' }
  | { kind: 'under way'; exportId: string }
  /** The file is complete, and there is something to know about it. */
  | { kind: 'saved'; exportId: string; saved: SavedState }
  | { kind: 'problem'; problem: Problem };

interface SavingHandle {
  saving: Saving;
  /** `chain`: the runs are steps of a recipe. */
  save: (spec: ExportChoice, chain?: Chain) => void;
  cancel: () => void;
  /** Returns to the form. */
  clear: () => void;
}

const nothing: Saving = { kind: 'none' };

export function useSaving(runId: string, isOpen: boolean, onClose: () => void): SavingHandle {
  const [ended, setEnded] = useState<Saving>(nothing);
  const underWay = useExportOf(runId);
  const saving: Saving =
    underWay !== null && ended.kind === 'none' ? { kind: 'under way', exportId: underWay } : ended;
  const isShown = useIsShown(isOpen);

  const save = async (spec: ExportChoice, chain?: Chain): Promise<void> => {
    const exportId = crypto.randomUUID();
    setEnded(nothing);
    const outcome = await saveRows(spec, exportId, chain);
    switch (outcome.kind) {
      case 'cancelled':
        setEnded(nothing);
        return;
      case 'problem':
        setEnded(outcome);
        if (!isShown.current) {
          notifications.show({ message: failedWords(spec, outcome.problem), autoClose: false });
        }
        return;
      case 'saved': {
        const { saved } = outcome;
        const needsReading = savedNotes(saved).length > 0;
        setEnded(needsReading && isShown.current ? { ...outcome, exportId } : nothing);
        if (needsReading && isShown.current) return;
        if (isShown.current) onClose();
        notifySaved(exportId, saved);
      }
    }
  };
  const cancel = async (): Promise<void> => {
    if (saving.kind !== 'under way') return;
    const problem = await act('export.cancel', { exportId: saving.exportId });
    if (problem !== null) setEnded({ kind: 'problem', problem });
  };
  return {
    saving,
    save: (...of) => void save(...of),
    cancel: () => void cancel(),
    clear: () => setEnded(nothing),
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

/** Says what was not saved, and why. Runs are added to a dataset one by one: earlier ones remain in it. */
export function failedWords({ format, runIds }: ExportChoice, { title, advice }: Problem): string {
  const isPart = format.kind === 'dataset' && runIds.length > 1;
  const what =
    format.kind === 'media'
      ? 'Not every file was saved'
      : isPart
        ? 'Not every run was saved'
        : 'Nothing was saved';
  return `${what}: ${title} ${advice}`;
}

function notifySaved(exportId: string, saved: SavedState): void {
  const notes = savedNotes(saved);
  const words = savedWords(saved);
  const text = notes.length === 0 ? words : [`${words}.`, ...notes].join(' ');
  showActions({
    text,
    actions: canShowInFolder ? { 'Show in folder': () => void showSaved(exportId) } : {},
    wraps: true,
    ...(notes.length > 0 ? { autoClose: false } : canShowInFolder ? { autoClose: longMs } : {}),
  });
}

/** Shows the file in its folder, or why that failed. */
export const showSaved = async (exportId: string): Promise<void> =>
  showProblem(await act('export.showInFolder', { exportId }));

interface ProgressWords {
  words: string;
  /** Fraction that is done, from 0 to 1; null if it isn't known. */
  share: number | null;
}

/** `running` null: main hasn't started, because the person is choosing a location. */
export function progressWords(running: Export | null): ProgressWords {
  if (running === null) return { words: 'Choosing a location…', share: null };
  const { format, state, of } = running;
  switch (state.kind) {
    case 'preparing':
      return { words: 'Reading rows and columns…', share: null };
    case 'writing': {
      const size = `${bytesInWords(state.bytes)} · ${rate(state.bytesPerSecond)}`;
      if (state.rows === null) return { words: size, share: null };
      const rows =
        of === null
          ? countOf(state.rows, one(format))
          : `${grouping(state.rows)} of ${countOf(of, one(format))}`;
      return { words: `${rows} · ${size}`, share: shareOf(state.rows, of) };
    }
    case 'finishing':
      return {
        words: `Checking and finishing the file: ${bytesInWords(state.bytes)} of ${bytesInWords(state.of)} · ${rate(state.bytesPerSecond)}`,
        share: shareOf(state.bytes, state.of),
      };
    default:
      return { words: 'Done', share: 1 };
  }
}

/** What is counted. */
const one = (format: string): string => (format === 'media' ? 'link' : 'row');

const rate = (bytesPerSecond: number): string => `${bytesInWords(Math.round(bytesPerSecond))}/s`;

const shareOf = (done: number, of: number | null): number | null =>
  of === null || of === 0 ? null : Math.min(1, done / of);

/** "Saved 60 rows to posts.csv.zip". */
export const savedWords = ({
  rows,
  network,
  name,
  format,
}: Pick<SavedState, 'rows' | 'network' | 'name' | 'format'>): string =>
  network === null
    ? `Saved ${format === 'media' ? 'the files of ' : ''}${countOf(rows, one(format))} to ${name}`
    : `Saved ${countOf(network.nodes, 'node')} and ${countOf(network.edges, 'edge')} to ${name}`;

/** Returns what the person should know about a complete file, a sentence each. */
export const savedNotes = ({ changes, sheetProblem }: SavedState): string[] => [
  // The person asked for these changes.
  ...changes
    .filter(({ code }) => !['pseudonyms', 'mentions', 'guardedTexts'].includes(code))
    .map(({ message }) => message),
  ...(sheetProblem === null
    ? []
    : [`There is no methods sheet beside it: ${sheetProblem.title} ${sheetProblem.advice}`]),
];
