/** The progress and the outcome of an export, in words. Pure. */
import type { Export } from '#shared/contract/export/export.ts';
import { bytesInWords, countOf, grouping } from '#renderer/components/words.ts';
import type { SavedState } from '#renderer/state/exports.ts';

interface ProgressWords {
  words: string;
  /** Fraction that is done, from 0 to 1; null if it isn't known. */
  share: number | null;
}

/** `running` null: main hasn't started, because the person is choosing a location. */
export function progressWords(running: Export | null): ProgressWords {
  if (running === null) return { words: 'Choosing a location…', share: null };
  const { state, of } = running;
  switch (state.kind) {
    case 'preparing':
      return { words: 'Reading rows and columns…', share: null };
    case 'writing': {
      const size = `${bytesInWords(state.bytes)} · ${rate(state.bytesPerSecond)}`;
      if (state.rows === null) return { words: size, share: null };
      const rows =
        of === null
          ? countOf(state.rows, 'row')
          : `${grouping(state.rows)} of ${countOf(of, 'row')}`;
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

const rate = (bytesPerSecond: number): string => `${bytesInWords(Math.round(bytesPerSecond))}/s`;

const shareOf = (done: number, of: number | null): number | null =>
  of === null || of === 0 ? null : Math.min(1, done / of);

/** "Saved 60 rows to posts.csv.zip". */
export const savedWords = ({
  rows,
  network,
  name,
}: Pick<SavedState, 'rows' | 'network' | 'name'>): string =>
  network === null
    ? `Saved ${countOf(rows, 'row')} to ${name}`
    : `Saved ${countOf(network.nodes, 'node')} and ${countOf(network.edges, 'edge')} to ${name}`;

/** Returns what the person should know about a complete file, a sentence each. */
export function savedNotes({ changes, sheetProblem }: SavedState): string[] {
  return [
    // The person asked for these changes.
    ...changes
      .filter(({ code }) => code !== 'pseudonyms' && code !== 'mentions')
      .map(({ message }) => message),
    ...(sheetProblem === null
      ? []
      : [`There is no methods sheet beside it: ${sheetProblem.title} ${sheetProblem.advice}`]),
  ];
}
