/** Methods that derive a run: comparing runs, combining them into one table, opening a file. */
import { linkMeanings } from '#shared/catalogue/types.ts';
import type { Field } from '#shared/catalogue/types.ts';
import type { Comparable, Comparison } from '#shared/contract/derived.ts';
import { earlierRowsField, inputField } from '#shared/contract/list.ts';
import type { Column } from '#shared/contract/run.ts';
import type { KnownEndpoint } from '../description/effective-catalogue.ts';
import type { HandlersOf } from '../dispatch.ts';
import { openTempFolder } from '../export/temp-folder.ts';
import { receivedColumns } from '../runs/live-run.ts';
import type { LiveRun } from '../runs/live-run.ts';
import type { RunEngine } from '../runs/engine.ts';
import type { RunStore } from '../store/run-store.ts';
import { collectionRows } from './collections.ts';
import { comparedRows } from './compare.ts';
import { codesIn, datasetRows, fieldOf, tableOf, unusedNames } from './datasets.ts';
import { stopped } from './files/open-files.ts';
import type { OpenFiles } from './files/open-files.ts';
import { type ReadingDeps, tableOfFile } from './files/read-file.ts';
import { askedTheSame, inputsOfOne } from './row-keys.ts';
import { isComplete, isOfRecentPeriod, openSources, overlap, sourceOf } from './sources.ts';
import { refused } from '../problem-error.ts';
import { writeDerived } from './write-run.ts';
import type { NewDerived } from './write-run.ts';

export interface DerivedDeps {
  store: RunStore;
  engine: Pick<RunEngine, 'live' | 'open'>;
  /** Returns the name that the person gave a run, else its question. */
  nameOf: (run: LiveRun) => Promise<string>;
  /** Takes back what people noted of the items of a dataset. */
  takeBack: (texts: readonly string[]) => Promise<void>;
  files: OpenFiles;
  columns: ReadingDeps['columns'];
  catalogue: ReadingDeps['catalogue'];
  /** Called with the share of a file that is read, from 0 to 1. */
  progress: (runId: string, share: number) => void;
  lookUp: (endpointId: string) => KnownEndpoint | null;
  dataFolder: string;
  /** Version of the application. */
  version: string;
}

export interface DerivedRuns {
  handlers: HandlersOf<`${'compare' | 'collections' | 'open' | 'derived'}.${string}`>;
  /** Returns the number of rows that a comparison calls new. @throws ProblemError as comparing does. */
  countNew(runIds: readonly string[]): Promise<number>;
  /** Cancels pending work. */
  close(): Promise<void>;
}

export function createDerivedRuns({
  store,
  engine,
  nameOf,
  version,
  ...deps
}: DerivedDeps): DerivedRuns {
  const { files } = deps;
  /** Runs being computed, by id. */
  const pending = new Map<string, { done: Promise<void>; stop: AbortController }>();
  const closing = new AbortController();

  /** Computes a run once, however often it is requested. */
  function once(runId: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const known = pending.get(runId);
    if (known !== undefined) return known.done;
    const stop = new AbortController();
    const done = store
      .has(runId)
      .then(async (isThere) => (isThere ? undefined : work(stop.signal)))
      .finally(() => pending.delete(runId));
    // Registered before anything is awaited, so that a second call joins this one.
    pending.set(runId, { done, stop });
    return done;
  }

  const sourcesOf = (runs: readonly LiveRun[]) =>
    Promise.all(runs.map(async (run) => sourceOf(run, await nameOf(run))));

  async function openTwo(runIds: readonly string[]): Promise<[earlier: LiveRun, later: LiveRun]> {
    const [earlier, later] = await openSources(runIds, engine.live);
    if (earlier === undefined || later === undefined) throw refused('Choose two runs.');
    return [earlier, later];
  }

  return {
    handlers: {
      'compare.look': async ({ runIds }) => {
        const runs = await openTwo(runIds);
        const [earlier, later] = await sourcesOf(runs);
        return {
          sources: [earlier!, later!],
          columns: comparableColumns(...runs),
          notes: notesOn(...runs),
        };
      },

      'compare.open': async ({ runId, runIds, fields, name }) => {
        await once(runId, async (signal) => {
          const runs = await openTwo(runIds);
          const [earlier, later] = await sourcesOf(runs);
          const columns = allColumnsOf(runs);
          const compared = comparableColumns(...runs).filter(({ field }) => fields.includes(field));
          if (compared.length === 0) {
            throw refused('There is no column to compare.', 'Choose columns that both runs have.');
          }
          const unused = unusedNames(columns.map(fieldOf));
          const rule: Comparison = {
            kind: 'compare',
            sources: [earlier!, later!],
            identity: runs[1].resource.identity,
            fields: compared.map(({ field, label }) => ({
              field,
              label,
              before: unused(`${field}_before`),
              difference: unused(`${field}_difference`),
            })),
            change: unused('change'),
            changedFields: unused('changed_fields'),
          };
          const base = newDerived(runId, name, runs[1], comparedFields(columns, rule));
          const rows = comparedRows(...runs, rule, signal);
          await writeDerived(store, { ...base, from: rule }, rows);
        });
        return engine.open(runId);
      },

      'collections.open': async ({ runId, runIds, name }) => {
        await once(runId, async (signal) => {
          const runs = await openSources(runIds, engine.live);
          const columns = allColumnsOf(runs);
          const collectedAt = unusedNames(columns.map(fieldOf))('collected_at');
          const fields = [
            fieldOf({ field: collectedAt, label: 'Collected', meaning: 'date', usual: true }),
            ...columns.map(fieldOf),
          ];
          const sources = await sourcesOf(runs);
          const base = newDerived(runId, name, runs.at(-1)!, fields);
          const rows = collectionRows(runs, collectedAt, signal);
          const from = { kind: 'collections', sources, collectedAt } as const;
          await writeDerived(store, { ...base, from }, rows);
        });
        return engine.open(runId);
      },

      ...files.handlers,

      'open.table': async ({ runId, fileId, table, name }) => {
        await once(runId, async (signal) => {
          const found = await files.rows(fileId, table, signal);
          const tempFolder = openTempFolder(deps.dataFolder, `rows-${runId}`);
          const reading = { tempFolder, columns: deps.columns, signal };
          try {
            if (found.kind === 'dataset') {
              const base = tableOf(table, found.runs, deps.lookUp);
              const of = { ...reading, root: found.root };
              const rows = datasetRows(found.runs, base.from, base.resource, of);
              // Read first: of a dataset that was changed no table is made.
              const codes = await codesIn(found.root, found.runs);
              await writeDerived(store, { ...base, runId, name, version }, rows);
              await deps.takeBack(codes);
              return;
            }
            const onShare = shareTeller((share) => deps.progress(runId, share));
            const { catalogue } = deps;
            const { rows, ...base } = await tableOfFile(found.chosen, {
              ...reading,
              catalogue,
              onShare,
            });
            await writeDerived(store, { ...base, runId, name, version }, rows);
          } finally {
            await tempFolder.remove();
          }
        });
        return engine.open(runId);
      },

      'derived.cancel': async ({ runId }) => {
        const { stop, done } = pending.get(runId) ?? {};
        stop?.abort(stopped());
        await done?.catch(() => undefined);
        return {};
      },
    },

    async countNew(runIds) {
      const runs = await openTwo(runIds);
      const [earlier, later] = await sourcesOf(runs);
      const { identity } = runs[1].resource;
      const rule: Comparison = {
        kind: 'compare',
        sources: [earlier!, later!],
        identity,
        fields: [],
        change: 'change',
        changedFields: 'changed_fields',
      };
      const rows = comparedRows(...runs, rule, closing.signal);
      for (;;) {
        const next = await rows.next();
        if (next.done === true) return next.value.changes.new ?? 0;
      }
    },

    async close() {
      closing.abort();
      for (const { stop } of pending.values()) stop.abort();
      await Promise.allSettled([...pending.values()].map(({ done }) => done));
      await files.closeAll();
    },
  };

  function newDerived(
    runId: string,
    name: string,
    basis: LiveRun,
    fields: Field[],
  ): Omit<NewDerived, 'from'> {
    return { runId, name, basis, resource: { ...basis.resource, fields }, version };
  }
}

/** Between two reports of progress, in milliseconds. */
const reportEveryMs = 100;

function shareTeller(tell: (share: number) => void): (share: number) => void {
  let last = 0;
  return (share) => {
    const now = performance.now();
    if (now - last < reportEveryMs) return;
    last = now;
    tell(share);
  };
}

/** Returns the columns of all runs, each in the order of the first run that has it. */
function allColumnsOf(runs: readonly LiveRun[]): Column[] {
  const columns = runs.flatMap(receivedColumns);
  const byField = new Map(columns.toReversed().map((column) => [column.field, column]));
  return [...new Set(columns.map(({ field }) => field))].flatMap(
    (field) => byField.get(field) ?? [],
  );
}

/** Adds the previous value beside each compared column, and the kind of change as the first column. */
function comparedFields(columns: readonly Column[], rule: Comparison): Field[] {
  const compared = new Map(rule.fields.map((one) => [one.field, one]));
  const beside = ({ label, meaning, field }: Column): Field[] => {
    const names = compared.get(field);
    if (names === undefined) return [];
    return [
      fieldOf({ field: names.before, label: `${label} before`, meaning, usual: true }),
      fieldOf({
        field: names.difference,
        label: `${label} difference`,
        meaning: 'number',
        usual: true,
      }),
    ];
  };
  return [
    fieldOf({ field: rule.change, label: 'Change', meaning: 'code', usual: true }),
    ...columns.flatMap((column) => [fieldOf(column), ...beside(column)]),
    fieldOf({ field: rule.changedFields, label: 'Changed columns', meaning: 'list', usual: true }),
  ];
}

function comparableColumns(earlier: LiveRun, later: LiveRun): Comparable['columns'] {
  const inEarlier = new Set(receivedColumns(earlier).map(({ field }) => field));
  return receivedColumns(later)
    .filter(({ field }) => inEarlier.has(field) && !isKey(later, field))
    .map(({ field, label, meaning }) => ({
      field,
      label,
      meaning,
      // Links often get a new signature with each answer, which would hide real changes.
      isChosen: !linkMeanings.has(meaning),
    }));
}

const isKey = ({ resource }: LiveRun, field: string): boolean =>
  [resource.identity, inputField, earlierRowsField].includes(field);

/** Describes what the comparison can't know, in complete sentences. */
function notesOn(earlier: LiveRun, later: LiveRun): string[] {
  const has = (run: LiveRun, field: string): boolean =>
    receivedColumns(run).some((column) => column.field === field);
  const { identity } = later.resource;
  if (!has(earlier, identity) || !has(later, identity)) {
    return ['Rows are matched by their ID, and these runs were asked without it.'];
  }
  const notes: string[] = [];
  if (!askedTheSame(earlier, later)) {
    notes.push(
      'These runs asked different questions, so no rows are marked as gone, and only rows newer than the earlier run are marked as new.',
    );
  } else {
    if (!isComplete(later)) {
      notes.push('The later run is incomplete, so no rows are marked as gone.');
    }
    if (!isComplete(earlier)) {
      notes.push('The earlier run is incomplete, so only rows newer than it are marked as new.');
    }
    if (overlap(earlier, later)) {
      notes.push(
        'The earlier run was continued after the later one began, so no rows are marked as gone, and its values may be the newer ones.',
      );
    }
    if (isOfRecentPeriod(later)) {
      notes.push(
        'These runs asked for a recent period, which rows leave as they age, so no rows are marked as gone.',
      );
    }
    const different = inputsOfOne(earlier, later);
    if (different > 0) {
      notes.push(
        different === 1
          ? 'One input is only in one of the runs, so its rows can’t be compared.'
          : `${different} inputs are only in one of the runs, so their rows can’t be compared.`,
      );
    }
  }
  const only = [later, earlier].flatMap((run) => {
    const other = run === later ? earlier : later;
    return receivedColumns(run).filter(({ field }) => !has(other, field) && !isKey(run, field));
  });
  if (only.length > 0) {
    const labels = only.map(({ label }) => label).join(', ');
    notes.push(`Only one of the runs has these columns, so they aren’t compared: ${labels}.`);
  }
  return notes;
}
