/** Messages for what could not be written unchanged, and for what stopped an export. */
import type { Change } from '#shared/contract/export/export.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { grouping } from '#shared/counts.ts';
import { ownProblem } from '../problem-error.ts';
import { problemOf } from '../store/store-problem.ts';
import { ColumnsError } from '../store/columns/column-store.ts';

/** The message about remaining people names columns: `privacy/people.ts`. Media have several. */
export type Counted = Exclude<Change['code'], 'peopleRemain' | 'media'>;

const sentences: Record<Counted, (count: string, one: boolean) => string> = {
  loneSurrogates: (n, one) =>
    `${n} broken ${one ? 'character was' : 'characters were'} replaced by �: UTF-8 can’t hold ${one ? 'it' : 'them'}.`,
  nulCharacters: (n, one) =>
    `${n} NUL ${one ? 'character was' : 'characters were'} replaced by �: many programs stop reading there.`,
  controlCharacters: (n, one) =>
    `${n} control ${one ? 'character was' : 'characters were'} replaced by �: a workbook can’t hold ${one ? 'it' : 'them'}.`,
  networkCharacters: (n, one) =>
    `${n} control ${one ? 'character was' : 'characters were'} replaced by ${one ? 'its visible symbol' : 'their visible symbols'} (␀ to ␟): XML can’t hold ${one ? 'it' : 'them'}.`,
  cutTexts: (n, one) =>
    `${n} ${one ? 'text was' : 'texts were'} cut to 32,767 characters: a cell of a workbook holds no more.`,
  guardedTexts: (n, one) =>
    `${n} ${one ? 'text begins' : 'texts begin'} as a formula does and got an apostrophe in front.`,
  unreadableRows: (n, one) =>
    `${n} ${one ? 'row' : 'rows'} of damaged pages can’t be read and ${one ? 'is' : 'are'} left out.`,
  unreadablePages: (n, one) =>
    `${n} ${one ? 'page' : 'pages'} can’t be read, or arrived as a file, and ${one ? 'is' : 'are'} left out.`,
  renamedColumns: (n, one) =>
    `${n} ${one ? 'column has' : 'columns have'} a different name from the field, so that no two are the same.`,
  keptAsJson: (n, one) =>
    `${n} ${one ? 'column' : 'columns'} of objects with too many different members ${one ? 'was' : 'were'} kept as JSON text.`,
  pseudonyms: (n, one) => `${n} ${one ? 'value was' : 'values were'} replaced by pseudonyms.`,
  otherTypes: (n, one) =>
    `${n} ${one ? 'value is' : 'values are'} of another type than the column, and ${one ? 'is' : 'are'} in _rest.`,
  alreadySaved: (n, one) =>
    `${n} ${one ? 'row was' : 'rows were'} already in this dataset and ${one ? 'was' : 'were'} not added again.`,
  mentions: (n, one) =>
    `${n} ${one ? 'mention or name' : 'mentions and names'} in texts ${one ? 'was' : 'were'} replaced by pseudonyms.`,
};

/** Returns only changes that occurred. */
export function changesOf(counts: Partial<Record<Counted, number>>): Change[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record above
  return (Object.keys(sentences) as Counted[]).flatMap((code) => {
    const count = counts[code] ?? 0;
    return count === 0
      ? []
      : [{ code, count, message: sentences[code](grouping(count), count === 1) }];
  });
}

export function exportProblem(error: unknown, report: (error: unknown) => void): Problem {
  if (!(error instanceof ColumnsError)) return problemOf(error, report);
  report(error);
  switch (error.code) {
    case 'storage_full':
      return ownProblem(
        'storage_full',
        'There is no space left on the disk of the data folder, where the file is assembled.',
        'Free up space there, then try again, or save as JSON Lines, which needs none.',
        [{ kind: 'tryAgain' }],
      );
    case 'memory':
      return ownProblem(
        'storage_failed',
        'Creating the file needs more memory than it may use.',
        'Filter the rows first, or save as JSON Lines in the order of arrival.',
      );
    default:
      return ownProblem(
        'storage_failed',
        'Creating the file failed.',
        'Try again; or save as JSON Lines in the order of arrival. Every row is kept.',
        [{ kind: 'tryAgain' }],
      );
  }
}
