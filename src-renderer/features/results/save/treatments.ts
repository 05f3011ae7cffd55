/** What is done to each column before rows leave this computer. Pure. */
import type { Column } from '#shared/contract/run.ts';
import { suggestPseudonyms } from '#shared/export/privacy.ts';
import type { Privacy, PseudonymKind } from '#shared/export/privacy.ts';

export type Treatment = 'leaveOut' | PseudonymKind | 'mentions';
/** By field; columns that are not in it stay as they are. */
export type Treatments = Readonly<Record<string, Treatment>>;

export const treatmentLabels: Readonly<Record<Treatment, string>> = {
  leaveOut: 'Left out',
  id: 'Pseudonyms for ids',
  username: 'Pseudonyms for usernames',
  name: 'Pseudonyms for names',
  mentions: '@mentions replaced',
};

export const isTreatment = (value: string): value is Treatment =>
  Object.hasOwn(treatmentLabels, value);

/** Null where nothing is left out or replaced. */
export function privacyOf(treatments: Treatments): Privacy | null {
  const entries = Object.entries(treatments);
  if (entries.length === 0) return null;
  const fieldsOf = (wanted: Treatment): string[] =>
    entries.filter(([, treatment]) => treatment === wanted).map(([field]) => field);
  return {
    drop: fieldsOf('leaveOut'),
    pseudonyms: entries.flatMap(([field, kind]) =>
      kind === 'leaveOut' || kind === 'mentions' ? [] : [{ field, kind }],
    ),
    scrubMentions: fieldsOf('mentions'),
  };
}

/** Pseudonyms where columns seem to name people, and no `@name` in texts. */
export function suggestTreatments(columns: readonly Column[], ofPeople: boolean): Treatments {
  const texts = columns.filter(({ meaning, type }) => meaning === 'text' && type !== 'empty');
  return Object.fromEntries([
    ...texts.map(({ field }) => [field, 'mentions'] as const),
    ...suggestPseudonyms(columns, ofPeople).map(({ field, kind }) => [field, kind] as const),
  ]);
}

export const usesPseudonyms = (treatments: Treatments): boolean =>
  Object.values(treatments).some((treatment) => treatment !== 'leaveOut');

/** "3 columns replaced, 1 left out". */
export function treatmentWords(treatments: Treatments): string {
  const all = Object.values(treatments);
  const leftOut = all.filter((treatment) => treatment === 'leaveOut').length;
  const replaced = all.length - leftOut;
  const parts = [
    ...(replaced === 0 ? [] : [`${replaced} ${replaced === 1 ? 'column' : 'columns'} replaced`]),
    ...(leftOut === 0 ? [] : [`${leftOut} left out`]),
  ];
  return parts.length === 0 ? 'nothing is replaced' : parts.join(', ');
}
