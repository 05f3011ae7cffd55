/**
 * The choices of the Save dialog, the treatment of each column, and the export that they specify. Pure.
 */
import { memberOf } from '#shared/catalogue/types.ts';
import type { Network } from '#shared/catalogue/networks.ts';
import { everyRow, isEveryRow, type View } from '#shared/contract/view.ts';
import { isChoosable } from '#shared/contract/export/formats.ts';
import type { FormatOptions, Preset } from '#shared/contract/export/formats.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Origin } from '#shared/contract/export/export.ts';
import type { TimeZone } from '#shared/contract/snapshot.ts';
import { grouping, countOf } from '#renderer/components/words.ts';
import type { ExportChoice } from '#renderer/state/exports.ts';
import type { FoundPeople, Privacy, PseudonymKind } from '#shared/contract/export/privacy.ts';

/** Kept from one run to the next, while the window is open. */
interface KeptChoices {
  preset: Preset;
  /** That of the preset, adjusted. */
  format: FormatOptions;
  methods: boolean;
  /** Columns that the program adds. */
  origin: readonly Origin[];
}

export interface SaveChoices extends KeptChoices {
  rows: 'seen' | 'all';
  withoutDuplicates: boolean;
  /** For a list: keep only the first of an item returned for several inputs. */
  acrossInputs: boolean;
  columns: 'all' | 'shown';
  /** Runs of the same resource that are saved too, in this order. */
  otherRuns: readonly string[];
  treatments: Treatments;
  /** For formats that are networks; null for the one that is offered first. */
  network: Network | null;
}

/** Returns the format of a preset; converted dates are in the time zone in which the person reads them. */
const formatOf = ({ format }: Preset, clock: TimeZone): FormatOptions =>
  isConverted(format) ? { ...format, dates: clock } : format;

const isConverted = ({ dates = 'asGiven' }: FormatOptions): boolean => dates !== 'asGiven';

export const firstKept = (preset: Preset): KeptChoices => ({
  preset,
  format: preset.format,
  methods: true,
  origin: [],
});

/** Chooses a preset, with nothing adjusted. */
export const withPreset = <C extends KeptChoices>(
  choices: C,
  preset: Preset,
  clock: TimeZone,
): C => ({
  ...choices,
  preset,
  format: formatOf(preset, clock),
});

/** Returns the presets that can be used for a run: what is saved as received must have been sent by a service. */
export const presetsFor = (
  presets: readonly Preset[],
  { derived }: Pick<Run, 'derived'>,
): readonly Preset[] => (derived === null ? presets : presets.filter(isChoosable));

/** Returns the default choices: the rows shown, with every column. */
export const firstChoices = (
  kept: KeptChoices,
  view: View,
  offered: readonly Preset[],
): SaveChoices => ({
  ...(offered.includes(kept.preset) ? kept : firstKept(offered[0] ?? kept.preset)),
  rows: isEveryRow(view) ? 'all' : 'seen',
  withoutDuplicates: view.hideDuplicatesBy !== null,
  acrossInputs: view.acrossInputs === true,
  columns: 'all',
  otherRuns: [],
  treatments: {},
  network: null,
});

/** Returns a sentence about hidden columns that are saved; null for none. */
export function hiddenWords(columns: SaveChoices['columns'], hidden: number): string | null {
  if (columns === 'shown' || hidden <= 0) return null;
  return hidden === 1
    ? '1 hidden column is saved too. “As shown” leaves it out.'
    : `${grouping(hidden)} hidden columns are saved too. “As shown” leaves them out.`;
}

/** Whether the file holds nodes and edges made from the rows. */
export const isNetwork = ({ preset }: Pick<SaveChoices, 'preset'>): boolean =>
  preset.holds === 'network';

/** What the choices apply to. */
interface Saveable {
  runId: string;
  view: View;
  /** The columns of the grid, from left to right. */
  shownFields: readonly string[];
  /** The field that identifies items; null if it isn't known. */
  identity: string | null;
  /** Whether the run has a list, whose input lines can be saved. */
  isList: boolean;
  /** The network that is offered first. */
  network: Network;
}

/** Returns the export to request. Raw pages contain everything, whatever was chosen before. */
export function specOf(choices: SaveChoices, of: Saveable): ExportChoice {
  const { format, methods } = choices;
  const runIds = [of.runId, ...choices.otherRuns];
  if (!isChoosable(choices.preset)) return { runIds, format, methods };
  const view = choices.rows === 'seen' ? of.view : everyRow;
  const identity = of.view.hideDuplicatesBy ?? of.identity;
  return {
    runIds,
    format,
    methods,
    view: {
      ...view,
      hideDuplicatesBy: choices.withoutDuplicates ? identity : null,
      acrossInputs: choices.withoutDuplicates && choices.acrossInputs ? true : undefined,
    },
    columns:
      choices.columns === 'shown' && of.shownFields.length > 0 && !isNetwork(choices)
        ? [...of.shownFields]
        : null,
    origin:
      choices.preset.holds === 'rows'
        ? choices.origin.filter((one) => one !== 'inputRow' || of.isList)
        : [],
    privacy: privacyOf(choices.treatments),
    network: isNetwork(choices) ? (choices.network ?? of.network) : null,
  };
}

/** Returns a format with one option changed. */
export function withOption(
  format: FormatOptions,
  key: string,
  value: string | boolean,
): FormatOptions {
  const changed = { ...format, [key]: value };
  // The only pair that excludes each other: the latest choice wins.
  if (changed['delimiter'] === ',' && changed['decimal'] === 'comma') {
    if (key === 'decimal') changed['delimiter'] = ';';
    else changed['decimal'] = 'point';
  }
  return changed;
}

/** Returns how many options differ from the preset. */
export function adjustments({ preset, format }: KeptChoices, clock: TimeZone): number {
  const unchanged = formatOf(preset, clock);
  return Object.entries(format).filter(([key, value]) => unchanged[key] !== value).length;
}

/** The choices of the last save, and the time zone of the table at that time. */
let kept: { choices: KeptChoices; clock: TimeZone } | null = null;

/**
 * Returns the choices of the last save, at first those of the preset; dates that a preset converts follow the
 * table’s time zone.
 */
export function keptChoices(clock: TimeZone, first: Preset): KeptChoices {
  if (kept === null) return firstKept(first);
  const { choices } = kept;
  const { preset, format } = choices;
  const follows = isConverted(preset.format) && format['dates'] === kept.clock;
  return follows ? { ...choices, format: { ...format, dates: clock } } : choices;
}

export function keepChoices(
  { preset, format, methods, origin }: KeptChoices,
  clock: TimeZone,
): void {
  kept = { choices: { preset, format, methods, origin }, clock };
}

type Treatment = 'leaveOut' | PseudonymKind | 'mentions';
/** By field; other columns are unchanged. */
export type Treatments = Readonly<Record<string, Treatment>>;

export const treatmentLabels: Readonly<Record<Treatment, string>> = {
  leaveOut: 'Left out',
  id: 'Pseudonyms for IDs',
  username: 'Pseudonyms for usernames',
  name: 'Pseudonyms for names',
  mentions: '@mentions and names replaced',
};

export const isTreatment = (value: string): value is Treatment =>
  Object.hasOwn(treatmentLabels, value);

/** Returns null if nothing is left out or replaced. */
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

/** Returns the treatments for the privacy that main suggests. */
export const treatmentsOf = ({ drop, pseudonyms, scrubMentions }: Privacy): Treatments =>
  Object.fromEntries([
    ...scrubMentions.map((field) => [field, 'mentions'] as const),
    ...pseudonyms.map(({ field, kind }) => [field, kind] as const),
    ...drop.map((field) => [field, 'leaveOut'] as const),
  ]);

/** Returns the treatments with `next` in place of what was suggested before, unless changed by hand. */
export const updated = (
  treatments: Treatments,
  suggested: Treatments,
  next: Treatments,
): Treatments => ({
  ...treatments,
  ...Object.fromEntries(
    Object.entries(next).filter(
      ([field]) => memberOf(treatments, field) === memberOf(suggested, field),
    ),
  ),
});

/**
 * Returns sentences on where people can still be recognised; none while nothing is done for privacy. A
 * column that is left out names no one. `remains`: what a search of the rows found.
 */
export function remainsWords(
  remains: FoundPeople['remains'],
  treatments: Treatments,
  labelOf: (field: string) => string,
): string[] {
  const left = remains.filter(({ field }) =>
    [undefined, 'mentions'].includes(memberOf(treatments, field)),
  );
  const columns = left.map(({ field, rows }) => `${labelOf(field)} (${countOf(rows, 'row')})`);
  return [
    ...(left.length === 0
      ? []
      : [
          `People in these rows are still named in ${columns.join(', ')}: leave out what names them.`,
        ]),
    ...(textsOf(treatments).length === 0
      ? []
      : [
          'Texts can still name people: by a first name or a nickname, or because the wording can be searched for.',
        ]),
  ];
}

/** Returns the columns of running text that are kept, with names in them replaced. */
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
  return parts.length === 0 ? 'Nothing is replaced' : parts.join(', ');
}
