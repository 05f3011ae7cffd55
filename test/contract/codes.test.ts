/**
 * A person's own columns: what is noted of an item is there in every run that has it, in every file, after undoing
 * and after a restart; and never at the service.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeEach, expect, it } from 'vitest';
import type { MethodInput } from '#shared/contract/methods.ts';
import { everyRow } from '#shared/contract/view.ts';
import { ask, eachTestHasCore, restart, server, test } from '#test/support/run-core.ts';
import { plainCsv, save } from '#test/support/saving.ts';

const resource = 'microblog.post';
const topic = '_own:topic';
const codes = [
  { name: 'Protest', description: 'People in the street', example: '' },
  { name: 'Weather', description: '', example: '' },
];
let runId: string;

const change = (one: MethodInput<'codes.change'>['change']) =>
  test.value('codes.change', { resource, change: one });
const addTopic = (kind: 'code' | 'codes' = 'code') =>
  change({ kind: 'save', field: null, column: { name: 'Topic', kind, codes } });
const at = (rows: number[]) => ({ spans: rows.map((row) => ({ first: row, last: row })) });
const set = (rows: number[], value: string | string[] | null, id = runId) =>
  test.value('codes.set', { runId: id, field: topic, ...at(rows), change: { kind: 'set', value } });
const undo = async (redo = false, of = resource) =>
  (await test.value('codes.undo', { resource: of, redo })).undone;
const topics = async (id = runId): Promise<unknown[]> => {
  const { rows } = await test.value('rows.window', { runId: id, offset: 0, count: 100 });
  return rows.map((row) => row[topic] ?? null);
};
const kept = async (value: string): Promise<number> => {
  const view = { ...everyRow, filters: [{ kind: 'is' as const, field: topic, value }] };
  return (await test.value('view.open', { runId, view })).count;
};

eachTestHasCore({ pageSize: 20, totalRows: 20 });
const collected = async (): Promise<string> => (await ask()).id;
beforeEach(async () => {
  runId = await collected();
});

it('the same item has its code in every run, also one that is collected later', async () => {
  const { columns } = await addTopic();
  expect(columns).toMatchObject([{ field: topic, name: 'Topic', kind: 'code', codes }]);
  const reply = await set([0, 2], 'Protest');
  expect(reply).toMatchObject({ items: 2, withoutId: 0, undo: '2 values of “Topic”' });
  const later = await collected();
  for (const id of [runId, later]) {
    expect((await topics(id)).slice(0, 4)).toEqual(['Protest', null, 'Protest', null]);
    const { run } = await test.value('run.open', { runId: id });
    expect(run.columns.at(-1)).toMatchObject({
      field: topic,
      label: 'Topic',
      own: { kind: 'code' },
    });
  }
  expect(await kept('Protest')).toBe(2);
});

it('rows are those at these positions of the view as it was opened, though it would be another by now', async () => {
  await addTopic();
  await set([0], 'Protest');
  const view = { ...everyRow, filters: [{ kind: 'isEmpty' as const, field: topic }] };
  const { rows, count } = await test.value('view.open', { runId, view });
  expect(count).toBe(19);
  const asked = {
    runId,
    view,
    rows,
    field: topic,
    change: { kind: 'set' as const, value: 'Weather' },
  };
  await test.value('codes.set', { ...asked, spans: [{ first: 0, last: 1 }] });
  await test.value('codes.set', { ...asked, spans: [{ first: 2, last: 2 }] });
  expect((await topics()).slice(0, 5)).toEqual(['Protest', 'Weather', 'Weather', 'Weather', null]);
  // What is saved is by what it says now.
  const { rows: saved } = await save(test, { runIds: [runId], format: plainCsv, view });
  expect(saved).toBe(16);
});

it('the window hears of each change in the runs that have it', async () => {
  await addTopic();
  const revision = async () => (await test.value('run.open', { runId })).run.noted;
  const before = await revision();
  test.events.length = 0;
  await set([1], 'Weather');
  const heard = () => test.events.flatMap((one) => (one.kind === 'run.changed' ? [one.run] : []));
  await expect.poll(() => heard().at(-1)?.noted ?? 0).toBeGreaterThan(before);
});

it('what is undone is as it was before, also after a restart and one change after the other', async () => {
  await addTopic();
  await set([0, 1], 'Protest');
  await set([1, 2], 'Weather');
  await restart();
  expect((await topics()).slice(0, 3)).toEqual(['Protest', 'Weather', 'Weather']);
  expect(await undo()).toBe('2 values of “Topic”');
  expect((await topics()).slice(0, 3)).toEqual(['Protest', 'Protest', null]);
  expect(await kept('Weather')).toBe(0);
  await restart();
  expect(await undo()).toBe('2 values of “Topic”');
  expect((await topics()).slice(0, 3)).toEqual([null, null, null]);
  expect(await undo()).toBe('The column “Topic”');
  expect(await undo()).toBe(null);
  expect((await test.value('codes.list', { resource })).columns).toEqual([]);
});

it('what was undone comes back the same way, as it was given and also after a restart, until something else is changed', async () => {
  await addTopic();
  await set([0, 1], 'Protest');
  await set([1], 'Weather');
  const list = () => test.value('codes.list', { resource });
  expect(await list()).toMatchObject({ undo: '1 value of “Topic”', redo: null });
  await undo();
  await undo();
  expect(await list()).toMatchObject({
    undo: 'The column “Topic”',
    redo: '2 values of “Topic”',
  });
  await restart();
  expect(await undo(true)).toBe('2 values of “Topic”');
  expect((await topics()).slice(0, 2)).toEqual(['Protest', 'Protest']);
  // What came back can be undone once more.
  expect(await undo()).toBe('2 values of “Topic”');
  expect(await undo(true)).toBe('2 values of “Topic”');
  expect(await undo(true)).toBe('1 value of “Topic”');
  expect(await undo(true)).toBe(null);
  expect((await topics()).slice(0, 2)).toEqual(['Protest', 'Weather']);
  await undo();
  await set([2], 'Weather');
  expect(await undo(true)).toBe(null);
  expect((await topics()).slice(0, 3)).toEqual(['Protest', 'Protest', 'Weather']);
});

it('what is undone is of the rows on screen, whatever was changed of others since', async () => {
  const other = 'microblog.user';
  await addTopic();
  await set([0], 'Protest');
  const column = { name: 'Kind', kind: 'note' as const };
  const added = { kind: 'save' as const, field: null, column };
  await test.value('codes.change', { resource: other, change: added });
  expect(await undo()).toBe('1 value of “Topic”');
  expect(await test.value('codes.list', { resource: other })).toMatchObject({
    undo: 'The column “Kind”',
    redo: null,
  });
  expect(await undo(false, other)).toBe('The column “Kind”');
  expect(await undo(true)).toBe('1 value of “Topic”');
});

it('several columns get their first values, or go, before anything is looked at', async () => {
  await addTopic();
  await kept('Protest');
  await change({ kind: 'save', field: null, column: { name: 'Tone', kind: 'note' } });
  await change({ kind: 'save', field: null, column: { name: 'Place', kind: 'note' } });
  const setIn = (field: string, value: string | null) =>
    test.value('codes.set', { runId, field, ...at([0]), change: { kind: 'set', value } });
  await set([0, 1], 'Protest');
  await setIn('_own:tone', 'Sharp');
  await setIn('_own:place', 'Berlin');
  expect(await kept('Protest')).toBe(2);
  await change({ kind: 'remove', field: '_own:tone' });
  await set([1], null);
  await change({ kind: 'remove', field: '_own:place' });
  expect(await kept('Protest')).toBe(1);
  expect(test.reported).toEqual([]);
});

it('a column that is removed takes its values along, and undoing brings both back', async () => {
  await addTopic();
  await set([0], 'Protest');
  expect(await kept('Protest')).toBe(1);
  await change({ kind: 'remove', field: topic });
  expect(await topics()).toEqual(Array.from({ length: 20 }, () => null));
  expect(await kept('Protest')).toBe(0);
  // Another one of that name has nothing of it.
  const { columns } = await addTopic();
  expect(columns.map(({ field }) => field)).toEqual(['_own:topic_2']);
  await undo();
  await undo();
  expect((await topics())[0]).toBe('Protest');
  expect(await kept('Protest')).toBe(1);
});

it('a code that is renamed keeps its items, who coded them and when', async () => {
  await addTopic('codes');
  await set([0, 1], ['Protest', 'Weather']);
  await change({ kind: 'coder', who: 'CD' });
  const renamed = [{ name: 'March' }, { name: 'Weather' }];
  await change({
    kind: 'save',
    field: topic,
    column: { name: 'Topic', kind: 'codes', codes: renamed },
    renamed: [['March', 'Protest']],
  });
  expect((await topics()).slice(0, 2)).toEqual([
    ['March', 'Weather'],
    ['March', 'Weather'],
  ]);
  const lines = (await readFile(join(test.dataDir, 'codes.jsonl'), 'utf8')).trim().split('\n');
  const [given, given2] = [lines[1]!, lines.at(-1)!].map((line) => JSON.parse(line));
  expect(given2.values).toMatchObject([{ who: given.who, at: given.at }]);
});

it('codes are added and taken away one by one, and only those of the column', async () => {
  await addTopic('codes');
  const one = (kind: 'add' | 'take', code: string) =>
    test.call('codes.set', { runId, field: topic, ...at([0, 1]), change: { kind, code } });
  await one('add', 'Weather');
  await one('add', 'Protest');
  await one('take', 'Weather');
  expect((await topics()).slice(0, 2)).toEqual([['Protest'], ['Protest']]);
  expect(await one('add', 'Nobody')).toMatchObject({
    ok: false,
    error: { title: '“Topic” can’t have this value.' },
  });
  await one('take', 'Protest');
  expect((await topics())[0]).toBe(null);
});

it('files have them, JSON Lines as further members, and a comparison shows them without keeping them', async () => {
  await addTopic();
  await set([0], 'Protest');
  const spec = { runIds: [runId], format: plainCsv };
  await save(test, spec);
  const [first] = parse(await test.readSaved(), { columns: true });
  expect(first).toMatchObject({ topic: 'Protest' });
  await save(test, { ...spec, format: { kind: 'jsonl' } });
  const lines = (await test.readSaved()).toString().split('\n');
  expect(JSON.parse(lines[0]!)).toMatchObject({ topic: 'Protest' });
  expect(JSON.parse(lines[1]!)).not.toHaveProperty('topic');
});

it('rows of a comparison have the values of their items, whichever run they are of, and give them', async () => {
  await addTopic();
  // Only the earlier run has the second item.
  await set([0], 'Protest');
  await set([15], 'Weather');
  const { id: later } = await ask({ pages: null, rows: 5 });
  const compared = 'compared-run-1';
  const { run } = await test.value('compare.open', {
    runId: compared,
    runIds: [runId, later],
    fields: ['text'],
    name: 'Compared',
  });
  expect(run.columns.filter(({ own }) => own !== undefined)).toHaveLength(1);
  const view = { ...everyRow, filters: [{ kind: 'isNotEmpty' as const, field: topic }] };
  const coded = async () => {
    await test.value('view.open', { runId: compared, view });
    const { rows, numbers } = await test.value('rows.window', {
      runId: compared,
      view,
      offset: 0,
      count: 9,
    });
    return rows.map((row, n) => ({ row: numbers![n]!, topic: row[topic], change: row['change'] }));
  };
  const found = await coded();
  expect(new Set(found.map(({ topic: value }) => value))).toEqual(new Set(['Protest', 'Weather']));
  expect(new Set(found.map(({ change: kind }) => kind)).size).toBe(2);
  // A code is no change of what the service sent.
  expect(run.derived?.facts?.changedFields).toEqual({ text: 0 });
  await set([found.find(({ topic: value }) => value === 'Protest')!.row], 'Weather', compared);
  for (const id of [runId, later]) expect((await topics(id))[0]).toBe('Weather');
  await set([15], null);
  expect(await coded()).toHaveLength(1);
});

it('a line that a crash left unfinished is set aside, and nothing before it is lost', async () => {
  await addTopic();
  await set([0], 'Protest');
  const path = join(test.dataDir, 'codes.jsonl');
  await writeFile(path, '{"v":1,"id":"half', { flag: 'a' });
  await restart();
  expect((await topics())[0]).toBe('Protest');
  const { notices } = await test.value('app.snapshot', {});
  expect(notices.map(({ code }) => code)).toEqual(['codes_torn']);
  await set([1], 'Weather');
  await restart();
  expect((await topics()).slice(0, 2)).toEqual(['Protest', 'Weather']);
});

it('a line that makes no sense is passed over and said', async () => {
  await addTopic();
  await writeFile(join(test.dataDir, 'codes.jsonl'), '{"v":9}\n', { flag: 'a' });
  await restart();
  await set([0], 'Protest');
  expect(await kept('Protest')).toBe(1);
  const { notices } = await test.value('app.snapshot', {});
  expect(notices.map(({ code }) => code)).toEqual(['codes_damaged']);
});

it('nothing of it is ever sent', async () => {
  await addTopic();
  await set([0], 'Protest');
  await collected();
  expect(JSON.stringify(server.requests)).not.toMatch(/Protest|own:/);
});

it('two coders: what one saves, the other takes in beside their own, and sees where they differ', async () => {
  await change({ kind: 'coder', who: 'AB' });
  await addTopic();
  await set([0, 1, 2], 'Protest');
  await set([3], 'Weather');
  await test.value('file.save', { file: { of: 'codes', resource } });
  const text = (await test.readSaved()).toString();

  await change({ kind: 'coder', who: 'CD' });
  await set([0], 'Weather');
  await set([3], null);
  await set([4], 'Weather');
  const taken = await test.value('codes.take', { text, runId });
  expect(taken).toEqual({ columns: ['Topic (AB)'], values: 4, ofRun: 4 });
  const other = '_own:topic_ab';
  const { rows } = await test.value('rows.window', { runId, offset: 0, count: 5 });
  expect(rows.map((row) => row[other])).toEqual([
    'Protest',
    'Protest',
    'Protest',
    'Weather',
    undefined,
  ]);
  expect((await topics()).slice(0, 5)).toEqual(['Weather', 'Protest', 'Protest', null, 'Weather']);

  const fields: [string, string] = [topic, other];
  const found = await test.value('codes.agreement', { runId, view: everyRow, fields });
  expect(found.all).toMatchObject({ items: 3, same: 2 });
  expect(found.only).toEqual([1, 1]);
  expect(found.codes.map(({ code, same }) => [code, same])).toEqual([
    ['Protest', 2],
    ['Weather', 2],
  ]);
  const view = { ...everyRow, filters: [{ kind: 'differs' as const, field: topic, from: other }] };
  expect((await test.value('rows.window', { runId, view, offset: 0, count: 9 })).numbers).toEqual([
    0,
  ]);

  // Taken in again, it replaces what was taken in before, and nothing else.
  const fewer = text.replace(
    /\{\s*"item": "[^"]*",\s*"value": "Weather"/,
    '{ "item": "gone", "value": "Weather"',
  );
  expect(fewer).not.toBe(text);
  expect(await test.value('codes.take', { text: fewer, runId })).toMatchObject({
    values: 4,
    ofRun: 3,
  });
  const { columns } = await test.value('codes.list', { resource });
  expect(columns.map(({ name }) => name)).toEqual(['Topic', 'Topic (AB)']);
  const again = await test.value('rows.window', { runId, offset: 3, count: 1 });
  expect(again.rows[0]).not.toHaveProperty(other);
  await undo();
  const undone = await test.value('rows.window', { runId, offset: 3, count: 1 });
  expect(undone.rows[0]).toHaveProperty(other, 'Weather');
});

it('a file of something else is refused', async () => {
  for (const text of ['', '{}', '{"kind":"social-data-explorer/codes","version":2}']) {
    const { ok } = await test.call('codes.take', { text, runId });
    expect(ok).toBe(false);
  }
});

it('the codebook says what each code means, how often it was given, by whom and when', async () => {
  await change({ kind: 'coder', who: 'AB' });
  await addTopic();
  await set([0, 1], 'Protest');
  await test.value('file.save', { file: { of: 'codebook', resource } });
  const text = (await test.readSaved()).toString();
  expect(text).toContain('### Topic');
  expect(text).toMatch(/one code from a list; 2 items coded by AB, \d{4}-\d\d-\d\d to /);
  expect(text).toContain('| Protest | People in the street |  | 2 |');
});

it('a methods sheet marks own columns as a person’s, with their codebook; with pseudonyms it names nobody who coded or is in its words', async () => {
  await change({ kind: 'coder', who: 'AB' });
  await addTopic();
  await set([0, 1], 'Protest');
  const sheetOf = async (privacy: object | null): Promise<string> => {
    await save(test, {
      runIds: [runId],
      format: plainCsv,
      methods: true,
      ...(privacy && { privacy }),
    });
    const folder = dirname(test.saved.at(-1)!);
    const name = (await readdir(folder)).find((one) => one.endsWith('.md'));
    return readFile(join(folder, name ?? ''), 'utf8');
  };
  const sheet = await sheetOf(null);
  expect(sheet).toContain('none: a person’s own');
  expect(sheet).toMatch(
    /is a person’s own column; no service sent it\. 2 items of the project have a value in it by AB,/,
  );
  expect(sheet).toContain('- Protest: People in the street');
  const people = await sheetOf({ pseudonyms: [{ field: 'authorUsername', kind: 'username' }] });
  expect(people).toContain('by 1 person,');
  expect(people).not.toContain('by AB');
  expect(people).toContain('- Protest\n');
  expect(people).not.toContain('People in the street');
  const both = await sheetOf({
    pseudonyms: [
      { field: 'authorUsername', kind: 'username' },
      { field: topic, kind: 'username' },
    ],
  });
  expect(both).not.toMatch(/Protest|People in the street/);
});

it('what is asked at once is decided one after the other: no code is lost, and each undo takes back one change', async () => {
  const twice = await Promise.all(
    (['codes', 'note'] as const).map((kind) =>
      test.call('codes.change', {
        resource,
        change: { kind: 'save', field: null, column: { name: 'Topic', kind, codes } },
      }),
    ),
  );
  expect(twice.map(({ ok }) => ok)).toEqual([true, false]);
  const add = (code: string) =>
    test.value('codes.set', { runId, field: topic, ...at([0, 1]), change: { kind: 'add', code } });
  await Promise.all([add('Weather'), add('Protest')]);
  const both = ['Protest', 'Weather'];
  expect((await topics()).slice(0, 3)).toEqual([both, both, null]);
  await Promise.all([undo(), undo()]);
  expect((await topics()).slice(0, 3)).toEqual([null, null, null]);
});

it('who codes is no value: undoing takes back the value before it', async () => {
  await addTopic();
  await set([0], 'Protest');
  await change({ kind: 'coder', who: 'CD' });
  expect(await undo()).toBe('1 value of “Topic”');
  expect(await test.value('codes.list', { resource })).toMatchObject({ who: 'CD' });
});

it('a code that its column no longer has stays where it was given, until it is taken away; others can be added', async () => {
  await addTopic('codes');
  await set([0], ['Protest']);
  const weather = { name: 'Topic', kind: 'codes' as const, codes: [{ name: 'Weather' }] };
  await change({ kind: 'save', field: topic, column: weather });
  const one = (kind: 'add' | 'take', code: string) =>
    test.value('codes.set', { runId, field: topic, ...at([0, 1]), change: { kind, code } });
  await one('add', 'Weather');
  expect((await topics()).slice(0, 2)).toEqual([['Weather', 'Protest'], ['Weather']]);
  await one('take', 'Protest');
  expect((await topics()).slice(0, 2)).toEqual([['Weather'], ['Weather']]);
});

it('several codes are in the column’s order, also those given before it was changed', async () => {
  await addTopic('codes');
  await set([0], ['Protest', 'Weather']);
  const column = { name: 'Topic', kind: 'codes' as const, codes: codes.toReversed() };
  await change({ kind: 'save', field: topic, column });
  await set([1], ['Protest', 'Weather']);
  const reversed = ['Weather', 'Protest'];
  expect((await topics()).slice(0, 2)).toEqual([reversed, reversed]);
});

it('another coder’s columns whose long names begin alike stay two, however often they are taken in', async () => {
  await change({ kind: 'coder', who: 'AB' });
  for (const [row, end] of [' before', ' after'].entries()) {
    const column = { name: `${'Topic '.repeat(12)}${end}`, kind: 'code' as const, codes };
    const { columns } = await change({ kind: 'save', field: null, column });
    const { field } = columns.at(-1)!;
    const to = { kind: 'set' as const, value: codes[row]!.name };
    await test.value('codes.set', { runId, field, ...at([row]), change: to });
  }
  await test.value('file.save', { file: { of: 'codes', resource } });
  const text = (await test.readSaved()).toString();
  for (const _ of [1, 2]) {
    const taken = await test.value('codes.take', { text, runId });
    expect(new Set(taken.columns).size).toBe(2);
    const { columns } = await test.value('codes.list', { resource });
    const { rows } = await test.value('rows.window', { runId, offset: 0, count: 2 });
    expect(columns.map(({ field }) => rows.map((row) => row[field] ?? null))).toEqual([
      ['Protest', null],
      [null, 'Weather'],
      ['Protest', null],
      [null, 'Weather'],
    ]);
  }
});

it('a file of codes says whose they are: two without a name would be one coder', async () => {
  await addTopic();
  await set([0], 'Protest');
  const refusal = await test.call('file.save', { file: { of: 'codes', resource } });
  expect(refusal).toMatchObject({
    ok: false,
    error: { title: expect.stringMatching(/whose codes/) as unknown },
  });
  await change({ kind: 'coder', who: 'AB' });
  await test.value('file.save', { file: { of: 'codes', resource } });
  const text = (await test.readSaved())
    .toString()
    .replace('"who": "AB",\n "columns"', '"who": "",\n "columns"');
  expect(text).toContain('"who": "",');
  expect((await test.call('codes.take', { text, runId })).ok).toBe(false);
});

it('a file whose values don’t fit their column is refused', async () => {
  await change({ kind: 'coder', who: 'AB' });
  await addTopic();
  await set([0], 'Protest');
  await test.value('file.save', { file: { of: 'codes', resource } });
  const text = (await test.readSaved()).toString();
  for (const value of ['3', '""', '["Protest"]', 'true']) {
    const other = text.replace('"value": "Protest"', `"value": ${value}`);
    expect(other).not.toBe(text);
    expect((await test.call('codes.take', { text: other, runId })).ok).toBe(false);
  }
  expect((await test.value('codes.list', { resource })).columns).toHaveLength(1);
});

it('a code is taken from several, not from the only one', async () => {
  await addTopic();
  await set([0], 'Protest');
  const take = { kind: 'take' as const, code: 'Protest' };
  const { ok } = await test.call('codes.set', { runId, field: topic, ...at([0]), change: take });
  expect(ok).toBe(false);
  expect((await topics())[0]).toBe('Protest');
});

it('an item gets no more codes than can be read again', async () => {
  await addTopic('codes');
  const named = (names: string[]) =>
    change({
      kind: 'save',
      field: topic,
      column: { name: 'Topic', kind: 'codes', codes: names.map((name) => ({ name })) },
    });
  const many = Array.from({ length: 200 }, (_, n) => `Code ${n}`);
  await named(many);
  await set([0], many);
  await named(['New']);
  const add = { kind: 'add' as const, code: 'New' };
  const refusal = await test.call('codes.set', { runId, field: topic, ...at([0]), change: add });
  expect(refusal).toMatchObject({ error: { title: 'An item can have at most 200 codes.' } });
  await restart();
  expect((await topics())[0]).toEqual(many);
  expect((await test.value('app.snapshot', {})).notices).toEqual([]);
});

it.each([
  ['code', 'Nobody'],
  ['codes', ['Protest', 'Nobody']],
  ['code', ['Protest']],
  ['codes', 'Protest'],
] as const)('a column for %s has no value %j that its codes don’t have', async (kind, value) => {
  await addTopic(kind);
  const asked = { kind: 'set' as const, value: typeof value === 'string' ? value : [...value] };
  const refusal = await test.call('codes.set', { runId, field: topic, ...at([0]), change: asked });
  expect(refusal).toMatchObject({ error: { title: '“Topic” can’t have this value.' } });
  expect((await topics())[0]).toBe(null);
});
