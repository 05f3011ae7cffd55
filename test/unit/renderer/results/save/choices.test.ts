/** What is chosen in the Save dialog, what it asks for, and what it says. */
import { describe, expect, test } from 'vitest';
import { catalogue } from '#main/catalogue/index.ts';
import { everyRow, type View } from '#shared/contract/view.ts';
import { exportSpecSchema } from '#shared/contract/export/export.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ExportPreview, ExportState } from '#shared/contract/export/export.ts';
import { checkedSpec, presets } from '#main/core/export/formats/index.ts';
import {
  adjustments,
  firstChoices,
  firstKept as keptWith,
  hiddenWords,
  keepChoices,
  keptChoices,
  presetsFor,
  specOf,
  withOption,
  withPreset,
  privacyOf,
  remainsWords,
  textsOf,
  treatmentsOf,
  treatmentWords,
  type Treatments,
} from '#renderer/features/results/save/choices.ts';
import {
  offerNetworks,
  presetOfNetwork,
  sizeWords,
  valueOfEnd,
  withEnd,
} from '#renderer/features/results/save/NetworkPart.tsx';
import { planLimitWords } from '#renderer/features/results/Results.tsx';
import {
  progressWords,
  savedNotes,
  savedWords,
} from '#renderer/features/results/save/use-saving.tsx';
import { makeExport, makeProblem, makeSaved } from '../../make.ts';

const sorted: View = {
  ...everyRow,
  sort: [{ field: 'likeCount', direction: 'descending' }],
  search: 'tree',
};
const of = (view: View) => ({
  runId: 'run-00000001',
  view,
  shownFields: ['text', 'id'],
  identity: 'id',
  isList: false,
  network: offerNetworks([], null, null).first,
});

/** Those for a run whose rows a service sent. */
const sent = presets;
const presetOf = (id: string) => presets.find((one) => one.id === id)!;
const firstKept = keptWith(presetOf('any'));

test('Excel, Google Sheets and CSV are offered first', () => {
  expect(presets.slice(0, 3).map(({ id }) => id)).toEqual(['excel', 'google-sheets', 'any']);
});

describe('the export that is asked for', () => {
  test('what a service sent is saved as received, a table that was worked out in any other form', () => {
    const from = { kind: 'collections' as const, sources: [], collectedAt: 'collected_at' };
    const derived = presetsFor(presets, { derived: { from, facts: null } });
    const archive = withPreset(firstChoices(firstKept, everyRow, sent), presetOf('archive'), 'utc');
    expect(firstChoices(archive, everyRow, sent).format.kind).toBe('raw');
    expect(firstChoices(archive, everyRow, derived)).toMatchObject(keptWith(presets[0]!));
    const left = presets.map(({ id }) => id).filter((id) => id !== 'dataset' && id !== 'archive');
    expect(derived.map(({ id }) => id)).toEqual(left);
    expect(presetsFor(presets, { derived: null })).toEqual(presets);
  });

  test('without a choice: what is seen, every column, with its methods sheet', () => {
    expect(specOf(firstChoices(firstKept, sorted, sent), of(sorted))).toEqual({
      runIds: ['run-00000001'],
      format: firstKept.format,
      methods: true,
      view: sorted,
      columns: null,
      origin: [],
      privacy: null,
      network: null,
    });
  });

  test('all rows although a view is seen; the shown columns in their order', () => {
    const choices = firstChoices(firstKept, sorted, sent);
    const spec = specOf({ ...choices, rows: 'all', columns: 'shown' }, of(sorted));
    expect(spec.view).toEqual(everyRow);
    expect(spec.columns).toEqual(['text', 'id']);
    // What is hidden and saved all the same is said.
    expect(hiddenWords('all', 1)).toMatch(/^1 hidden column is saved too\./);
    expect([hiddenWords('all', 0), hiddenWords('shown', 3)]).toEqual([null, null]);
  });

  test('duplicates are left out by what tells items apart, also of all rows', () => {
    const choices = { ...firstChoices(firstKept, everyRow, sent), withoutDuplicates: true };
    expect(specOf(choices, of(everyRow)).view?.hideDuplicatesBy).toBe('id');
    const hidden: View = { ...everyRow, hideDuplicatesBy: 'postId' };
    const kept = firstChoices(firstKept, hidden, sent);
    expect(specOf({ ...kept, rows: 'all' }, of(hidden)).view?.hideDuplicatesBy).toBe('postId');
    expect(specOf({ ...kept, withoutDuplicates: false }, of(hidden)).view).toEqual(everyRow);
  });

  test('every preset is one that main takes, whatever was chosen before', () => {
    const treatments = { id: 'id' } as const;
    const more = { columns: 'shown', otherRuns: ['run-00000002'], treatments } as const;
    const choices = { ...firstChoices(firstKept, sorted, sent), ...more };
    for (const preset of presets) {
      const spec = specOf(withPreset(choices, preset, 'utc'), of(sorted));
      expect(checkedSpec(exportSpecSchema.parse(spec)), preset.id).toBeTypeOf('object');
    }
  });
});

test.each(['utc', 'local'] as const)('a workbook’s dates are of the clock: %s', (clock) => {
  const chosen = withPreset(firstChoices(firstKept, everyRow, sent), presetOf('excel'), clock);
  expect(chosen.format).toMatchObject({ kind: 'xlsx', headers: 'labels', dates: clock });
  expect(adjustments(chosen, clock)).toBe(0);
  // Also of a clock that is set after a save; other dates stay as they are.
  const other = clock === 'utc' ? 'local' : 'utc';
  const formatThen = (choices: typeof chosen) => {
    keepChoices(choices, clock);
    return keptChoices(other, presetOf('any')).format;
  };
  expect(formatThen(chosen)).toEqual(withPreset(chosen, presetOf('excel'), other).format);
  const format = withOption(chosen.format, 'dates', 'asGiven');
  expect(formatThen({ ...chosen, format })).toEqual(format);
  expect(formatThen({ ...chosen, ...firstKept })).toEqual(firstKept.format);
});

test('the comma is not between columns and in numbers: the latest choice counts', () => {
  expect(adjustments(firstKept, 'utc')).toBe(0);
  const decimal = withOption(firstKept.format, 'decimal', 'comma');
  expect(decimal).toMatchObject({ decimal: 'comma', delimiter: ';' });
  expect(adjustments({ ...firstKept, format: decimal }, 'utc')).toBe(2);
  const back = withOption(decimal, 'delimiter', ',');
  expect(back).toMatchObject({ decimal: 'point', delimiter: ',' });
});

test('how far it is: rows where they are known, bytes and the rate', () => {
  const writing = { kind: 'writing', rows: 15, bytes: 4100, bytesPerSecond: 2_000_000 } as const;
  const finishing = { kind: 'finishing', bytes: 30, of: 60, bytesPerSecond: 10 } as const;
  const told = (state: ExportState, rows: number | null) => makeExport(state, { of: rows });
  const size = '4.1 kB · 2.0 MB/s';
  const expected = [
    [null, 'Choosing a location…', null],
    [told(writing, 60), `15 of 60 rows · ${size}`, 0.25],
    [told({ ...writing, rows: null }, null), size, null],
    [{ ...told(writing, 60), format: 'media' }, `15 of 60 links · ${size}`, 0.25],
    [told(writing, 0), `15 of 0 rows · ${size}`, null],
    [told(finishing, 60), 'Checking and finishing the file: 30 B of 60 B · 10 B/s', 0.5],
  ] as const;
  for (const [one, words, share] of expected) expect(progressWords(one)).toEqual({ words, share });
});

describe('networks that rows can become', () => {
  const made = (...fields: string[]): Column[] =>
    fields.map((field) => ({
      field,
      label: field,
      meaning: field === 'createdAt' ? 'date' : 'text',
      type: field === 'likeCount' ? 'integer' : field === 'mentions' ? 'list' : 'text',
      usual: true,
    }));
  const given = (endpointId: string, ...fields: string[]) => {
    const endpoint = catalogue.endpoints.find(({ id }) => id === endpointId) ?? null;
    const resource = catalogue.resources.find(({ id }) => id === endpoint?.resource) ?? null;
    return offerNetworks(made(...fields), resource, endpoint);
  };

  test('only those whose columns are there; any two columns in any case', () => {
    const fields = ['authorUsername', 'mentions', 'likeCount', 'createdAt'];
    const offer = given('microblog.posts.search', ...fields);
    expect(offer.presets.map(({ id }) => id)).toEqual(['mentions']);
    expect(offer.numbers.map(({ value }) => value)).toEqual(['likeCount']);
    expect(offer.dates.map(({ value }) => value)).toEqual(['createdAt']);
    const { first } = given('microblog.posts.search', 'text', 'lang');
    expect([first.source, first.target].map(valueOfEnd)).toEqual(['column:text', 'column:lang']);
  });

  test('who follows whom where an account was asked for; another end is no preset', () => {
    expect(given('microblog.users.search', 'username').presets).toEqual([]);
    const offer = given('microblog.users.connections', 'username', 'name');
    expect(presetOfNetwork(offer.first, offer)?.id).toBe('follows');
    const other = withEnd(offer.first, 'source', 'column:name');
    expect([presetOfNetwork(other, offer), other.reversedWhen]).toEqual([null, null]);
  });

  test('one is asked for with its formats alone, with every column', () => {
    const choices = { ...firstChoices(firstKept, everyRow, sent), columns: 'shown' as const };
    const gephi = specOf(withPreset(choices, presetOf('gephi'), 'utc'), of(everyRow));
    expect(gephi).toMatchObject({ columns: null, network: of(everyRow).network });
    const excel = specOf(
      {
        ...withPreset(choices, presetOf('excel'), 'utc'),
        network: exportSpecSchema.parse(gephi).network,
      },
      of(everyRow),
    );
    expect(excel.network).toBeNull();
  });

  test('the preview says how large it is, and when there is none', () => {
    const preview = (network: ExportPreview['network']): ExportPreview => ({
      of: 40,
      network,
      header: [],
      rows: [],
      text: null,
      contents: null,
      citation: '',
      before: null,
    });
    expect(sizeWords(preview({ nodes: 3, edges: 1, loops: 0, rows: 30, leftOut: 0 }))).toBe(
      '3 nodes and 1 edge from 30 of 40 rows will be written, the strongest first',
    );
    expect(sizeWords(preview({ nodes: 0, edges: 0, loops: 0, rows: 0, leftOut: 0 }))).toMatch(
      /^No connections/,
    );
  });
});

test('what was changed is said, but not what was asked for', () => {
  const changes = [
    { code: 'cutTexts' as const, count: 1, message: 'One text was cut.' },
    { code: 'pseudonyms' as const, count: 9, message: '9 pseudonyms.' },
  ];
  const saved = makeSaved({ changes, sheetProblem: makeProblem('The disk is full.') });
  expect(savedNotes(saved)).toEqual([
    'One text was cut.',
    expect.stringMatching(/^There is no methods sheet beside it: The disk is full\./),
  ]);
  expect(savedNotes(makeSaved())).toEqual([]);
  expect(savedWords(makeSaved({ rows: 40 }))).toBe('Saved 40 rows to posts.csv');
  expect(savedWords(makeSaved({ rows: 1, format: 'media', name: 'sea.media' }))).toBe(
    'Saved the files of 1 link to sea.media',
  );
});

test('columns go where their treatment belongs and come from there; what remains is said until it is left out', () => {
  const found = { id: 'leaveOut', author: 'username', text: 'mentions' } as const;
  const privacy = {
    drop: ['id'],
    pseudonyms: [{ field: 'author', kind: 'username' as const }],
    scrubMentions: ['text'],
  };
  expect([privacyOf({}), privacyOf(found)]).toEqual([null, privacy]);
  expect(treatmentsOf(privacy)).toEqual(found);
  expect(treatmentWords({ ...found, urls: 'id' })).toBe('3 columns replaced, 1 left out');
  const remains = ['id', 'author', 'text', 'urls'].map((field) => ({ field, rows: 1 }));
  const words = (treatments: Treatments) => remainsWords(remains, treatments, (one) => one);
  expect(words(found)).toEqual([
    expect.stringContaining('still named in text (1 row), urls (1 row)'),
    expect.stringMatching(/^Texts can still name people/),
  ]);
  expect(remainsWords([{ field: 'constructor', rows: 1 }], found, (one) => one)[0]).toMatch(
    /still named in constructor/,
  );
  expect(textsOf(found)).toEqual(['text']);
  expect(words({ ...found, text: 'leaveOut', urls: 'leaveOut' })).toEqual([]);
});

test('limits of the plan are told where it has some', () => {
  expect(planLimitWords({ csvRowExportLimit: null, maxRowsPerExport: null })).toBeNull();
  const words = planLimitWords({ csvRowExportLimit: 2_000_000, maxRowsPerExport: 500_000 });
  expect(words).toMatch(/500,000 rows in one file and 2,000,000 CSV rows\./);
});
