/** What can be saved: formats by name, and what they are offered for. */
import { formatOptionsSchema, isChoosable } from '#shared/contract/export/formats.ts';
import type { Preset } from '#shared/contract/export/formats.ts';
import type { ExportSpec } from '#shared/contract/export/export.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import type { Format } from './format.ts';
import * as listed from './list.ts';
import { optionsIn } from './options.ts';

const placeOf = ({ presets: [first] }: Format): number => first?.place ?? Infinity;

/** In the order in which they are offered. */
export const formats: readonly Format[] = Object.values(listed).toSorted(
  (one, other) => placeOf(one) - placeOf(other),
);

/** Throws for a format that there isn't: a spec that was checked has one. */
export function formatOf({ kind }: { kind: string }): Format {
  const format = formats.find((one) => one.kind === kind);
  if (format === undefined) throw new Error('There is no such format.');
  return format;
}

/** What files are saved for; the first is the default. */
export const presets: readonly Preset[] = formats
  .flatMap(({ kind, holds, hasSheets = false, line: about, options, presets: own }) =>
    own.map(({ choices, place, ...preset }) => {
      const format = formatOptionsSchema.parse(options.parse({ kind, ...choices }));
      const said = { format, holds, hasSheets, about, options: optionsIn(options) };
      return { place, preset: { ...preset, ...said } };
    }),
  )
  .toSorted((one, other) => one.place - other.place)
  .map(({ preset }) => preset);

/** Returns the spec with all options of its format, or why it can't be saved like that. */
export function checkedSpec(spec: ExportSpec): ExportSpec | string {
  const format = formats.find(({ kind }) => kind === spec.format.kind);
  if (format === undefined) return 'This version can’t save this format.';
  const { data, error } = format.options.safeParse(spec.format);
  if (error) {
    const own = error.issues.find(({ code }) => code === 'custom');
    return (
      own?.message ??
      'This version doesn’t know one of the choices made for this format. Choose another format.'
    );
  }
  if ((format.holds === 'network') !== (spec.network !== null))
    return 'A network needs two columns. Choose them in Save, for Gephi or as tables.';
  const { view, columns, privacy, origin } = spec;
  const isWhole = isEveryRow(view) && columns === null && privacy === null && origin.length === 0;
  if (!isChoosable(format) && !isWhole)
    return 'Raw pages and datasets hold everything: rows and columns can’t be chosen, nor anything replaced or added.';
  return { ...spec, format: formatOptionsSchema.parse(data) };
}
