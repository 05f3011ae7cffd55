/** What is done to each column before rows leave this computer. Pure. */
import type { FoundPeople, Privacy, PseudonymKind } from '#shared/contract/export/privacy.ts';
import { countOf } from '#renderer/components/words.ts';

type Treatment = 'leaveOut' | PseudonymKind | 'mentions';
/** By field; columns that are not in it stay as they are. */
export type Treatments = Readonly<Record<string, Treatment>>;

export const treatmentLabels: Readonly<Record<Treatment, string>> = {
  leaveOut: 'Left out',
  id: 'Pseudonyms for ids',
  username: 'Pseudonyms for usernames',
  name: 'Pseudonyms for names',
  mentions: '@mentions and names replaced',
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

/** The other way round: what main says should become of columns. */
export const treatmentsOf = ({ drop, pseudonyms, scrubMentions }: Privacy): Treatments =>
  Object.fromEntries([
    ...scrubMentions.map((field) => [field, 'mentions'] as const),
    ...pseudonyms.map(({ field, kind }) => [field, kind] as const),
    ...drop.map((field) => [field, 'leaveOut'] as const),
  ]);

/**
 * Where somebody can still be recognised, a sentence each; none while nothing is done for privacy.
 * A column left out holds nobody. `remains`: what a look through the rows found.
 */
export function remainsWords(
  remains: FoundPeople['remains'],
  treatments: Treatments,
  labelOf: (field: string) => string,
): string[] {
  const left = remains.filter(({ field }) => [undefined, 'mentions'].includes(treatments[field]));
  const columns = left.map(({ field, rows }) => `${labelOf(field)} (${countOf(rows, 'row')})`);
  return [
    ...(left.length === 0
      ? []
      : [
          `People of these rows are still named in ${columns.join(', ')}: leave that out to be sure.`,
        ]),
    ...(textsOf(treatments).length === 0
      ? []
      : [
          'Texts can still name people: by a first name or a nickname, or because the wording can be searched for.',
        ]),
  ];
}

/** Columns of running text that are kept, with names in them replaced. */
export const textsOf = (treatments: Treatments): string[] =>
  Object.keys(treatments).filter((field) => treatments[field] === 'mentions');

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
