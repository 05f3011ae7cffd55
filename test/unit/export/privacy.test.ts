/** What is left out or replaced before rows leave this computer. */
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#main/catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import { privacySchema } from '#shared/contract/export/privacy.ts';
import type { Privacy } from '#shared/contract/export/privacy.ts';
import { exportSpecSchema } from '#shared/contract/export/export.ts';
import { methodsSheetSchema } from '#main/core/export/methods/provenance.ts';
import { queryTitle } from '#shared/query/words.ts';
import { createMemoryStore } from '#main/core/credentials/secret-stores.ts';
import { openRecipe } from '#main/core/export/methods/open-recipe.ts';
import { ownOf } from '#main/core/export/privacy/people.ts';
import {
  createPseudonymiser,
  createReplacer,
  textWithoutAccounts,
} from '#main/core/export/privacy/replacer.ts';
import { secretFile } from '#main/core/export/save-files.ts';
import { createSaveAs } from '#main/core/save-as.ts';
import type { SaveAs } from '#main/core/save-as.ts';
import { createPseudonymSecrets } from '#main/core/export/privacy/secret.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { paperKeychain } from '#test/support/core.ts';
import { exportRig, lookUp, testSecret } from '#test/support/export/rig.ts';
import type { Asked } from '#test/support/export/rig.ts';
import { plainCsv } from '#test/support/saving.ts';
import type { Spec } from '#test/support/saving.ts';
import { testFolder } from '#test/support/store/runs.ts';

const rig = exportRig();

/** Runs of a platform, as far as pseudonyms need to know. */
const runsOn = (platform: string): Parameters<typeof createReplacer>[1] =>
  catalogue.endpoints
    .filter(isDataEndpoint)
    .filter((endpoint) => endpoint.platform === platform)
    .slice(0, 1)
    .map((endpoint) => ({ endpoint, list: null, asked: [] }));

const privacy = (given: Partial<Privacy>): Privacy => privacySchema.parse(given);
const people = privacy({
  drop: ['place'],
  pseudonyms: [
    { field: 'authorId', kind: 'id' },
    { field: 'authorUsername', kind: 'username' },
    { field: 'mentions', kind: 'username' },
  ],
  scrubMentions: ['text'],
});
const longId = '1790000000000000001';
const rows: JsonObject[] = [
  {
    id: '1',
    text: 'Hello @Bob_B, and @carol.c. Write to me@example.com, .@bob_b',
    authorId: { $n: longId },
    authorUsername: 'Alice',
    mentions: ['bob_b', 'carol.c'],
    place: 'Paris',
  },
  { id: '2', text: 'no one', authorId: longId, authorUsername: 'bob_b', mentions: [] },
  { id: '3', text: '@alice', authorId: null, authorUsername: '', place: 'Rome' },
];

const names = createPseudonymiser(testSecret);
const [alice, bob, carol] = ['alice', 'bob_b', 'carol.c'].map((name) => names('username', name));
const id = names('id', longId);

describe('pseudonyms', () => {
  it('are the same for the same person and secret, and different otherwise', () => {
    const one = createPseudonymiser('one');
    const two = createPseudonymiser('two');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const pseudonym = one('id', a);
        expect(pseudonym).toMatch(/^id_[a-z2-7]{16}$/);
        expect(createPseudonymiser('one')('id', a)).toBe(pseudonym);
        expect(two('id', a)).not.toBe(pseudonym);
        if (a.normalize('NFC').trim() !== b.normalize('NFC').trim()) {
          expect(one('id', b)).not.toBe(pseudonym);
        }
      }),
    );
    expect(one('username', '@Alice')).toBe(one('username', 'alice'));
    expect(one('username', 'alice')).not.toBe(one('name', 'alice').replace('name_', 'user_'));
  });

  it('replace people in columns, lists and mentions', async () => {
    const text = `Hello @${bob}, and @${carol}. Write to me@example.com, .@${bob}`;
    const spec = { runIds: [await rig.makeRun(rows)], privacy: people };
    const csv = await rig.save({ ...spec, format: plainCsv });
    expect(parse(csv.bytes, { from: 2 })).toEqual([
      ['1', text, id, alice, `["${bob}","${carol}"]`],
      ['2', 'no one', id, bob, '[]'],
      ['3', `@${alice}`, '', '', ''],
    ]);
    expect(csv.state.changes).toMatchObject([
      { code: 'pseudonyms', count: 6 },
      { code: 'mentions', count: 4 },
    ]);
    const { bytes } = await rig.save({ ...spec, format: { kind: 'jsonl' } });
    expect(bytes.toString()).toContain(`"mentions":["${bob}","${carol}"]`);
    expect(bytes.toString()).not.toMatch(/alice|bob_b|carol\.c|Paris/i);
  });

  it('are shown before anything is saved, beside what was there', async () => {
    const spec = exportSpecSchema.parse({
      runIds: [await rig.makeRun(rows)],
      columns: ['authorUsername', 'place', 'text'],
      privacy: people,
      format: { kind: 'csv' },
    });
    const shown = await rig.exports.handlers['export.preview']({ spec, rows: 2 });
    expect(shown).toMatchObject({
      of: 3,
      header: ['authorUsername', 'text'],
      before: { header: ['authorUsername', 'place', 'text'] },
    });
    expect(shown.rows.map(([name]) => name)[0]).toBe(alice);
    expect(shown.before?.rows.map(([name]) => name)).toEqual(['Alice', 'bob_b']);
    expect(shown.text?.split('\r\n')[0]).toBe('\uFEFFauthorUsername,text');
  });

  it.each([
    ['microblog', 'नमस्ते @प्रिया!', 'नमस्ते @{प्रिया}!'],
    ['microblog', '@Jos\u00E9 and @Jose\u0301', '@{Jos\u00E9} and @{Jose\u0301}'],
    ['microblog', 'प्रियाa@example.com, प्रिया@example.com', 'प्रियाa@example.com, प्रिया@example.com'],
    ['microblog', '@bob_b-like, u/bob', '@{bob_b}-like, u/bob'],
    [
      'microblog',
      '谢谢@bob ありがとう@sakura さん、サーバー@bob',
      '谢谢@{bob} ありがとう@{sakura} さん、サーバー@{bob}',
    ],
    ['microblog', '감사합니다@minji ขอบคุณค่ะ@somchai', '감사합니다@{minji} ขอบคุณค่ะ@{somchai}'],
    [
      'microblog',
      '_@bob_ ❤\uFE0F@carol, me_@example.com',
      '_@{bob_} ❤\uFE0F@{carol}, me_@example.com',
    ],
    ['forum', '感谢u/bob **u/carol** _u/dan!_', '感谢u/{bob} **u/{carol}** _u/{dan}!_'],
    ['forum', 'u/Bob-Smith, /u/-x-y. U/bob', 'u/{Bob-Smith}, /u/{-x-y}. U/{bob}'],
    ['forum', '@bob-smith- and ＠carol.', '@{bob-smith}- and @{carol}.'],
    [
      'forum',
      'https://forum.test/u/bob https://forum.test/user/bob/about',
      'https://forum.test/u/{bob} https://forum.test/user/{bob}/about',
    ],
    ['forum', '5 per user/month, menu/bob', '5 per user/month, menu/bob'],
    ['forum', '@ u/ u/. @-', '@ u/ u/. @{-}'],
  ] as const)('mentions on %s: %s', async (platform, text, expected) => {
    const scrubs = privacy({ scrubMentions: ['text'] });
    const replacer = await createReplacer(scrubs, runsOn(platform), async () => testSecret);
    expect(replacer?.replace('text', text)).toBe(
      expected.replaceAll(/\{(.*?)\}/g, (_, name: string) => names('username', name)),
    );
  });

  it('a username beside Chinese words is found in them, and replaced', async () => {
    const scrubs = privacy({ scrubMentions: ['text'] });
    const replacer = await createReplacer(scrubs, runsOn('microblog'), async () => testSecret);
    const text = '关于lena_ortiz的帖子';
    for (const value of ['lena_ortiz', '小明88']) {
      replacer?.people.add({ kind: 'username', value });
    }
    expect(replacer?.people.areIn(text, ownOf([]))).toBe(true);
    expect(replacer?.replace('text', `${text}, 小明88`)).toBe(
      `关于${names('username', 'lena_ortiz')}的帖子, ${names('username', '小明88')}`,
    );
  });

  it('replace the accounts of a question and of a list in what the service says about them', async () => {
    const { endpoint } = lookUp('microblog.posts.by-user')!;
    const query = { endpointId: endpoint.id, values: { username: 'lena_ortiz' }, fields: [] };
    const list = { inputs: { all: [{ values: ['bob_b'] }] } } as never;
    const run = { endpoint, asked: [{ endpoint, query, keys: ['username'] }], list };
    const replacer = await createReplacer(people, [run], async () => testSecret);
    const hide = textWithoutAccounts(run, replacer);
    const lena = names('username', 'lena_ortiz');
    expect(hide('@Lena_Ortiz, 关于lena_ortiz的帖子, BOB_B')).toBe(
      `${lena}, 关于${lena}的帖子, ${bob}`,
    );
  });

  it('nothing to replace needs no secret', async () => {
    const never = (): Promise<string> => Promise.reject(new Error('It was asked for.'));
    expect(await createReplacer(null, [], never)).toBeNull();
    expect(await createReplacer(privacy({ drop: ['text'] }), [], never)).toBeNull();
  });
});

describe('the one click finds people in the values', () => {
  const accounts: Asked = { endpointId: 'microblog.users.search', values: { name: 'sea' } };
  const lena = { id: '820000000000000001', username: 'lena_ortiz', name: 'Lena Ortiz' };
  const sea = { id: '820000000000000002', username: 'sea', name: 'Marlowe' };
  const account = (who: JsonObject, more: JsonObject): JsonObject => ({ ...who, ...more });
  const given: JsonObject[] = [
    account(lena, {
      profileImageUrl: 'https://pics.test/a/lena_ortiz_400.jpg',
      description: 'Lena Ortiz, sails the sea. Ask @sea',
      usernameChanges: [{ from: 'lena_before' }],
      pinnedMicroblogPostId: '9900000000000001',
      website: 'https://lena%5Fortiz.test',
      knows: ['sea', 'lena_ortiz'],
      votes: { lena_ortiz: 1 },
      location: 'Bergen',
      // Name nobody, and lead to somebody all the same.
      bannerUrl: 'https://pics.test/b/1.png',
      links: ['https://t.test/xyz'],
    }),
    account(sea, {
      profileImageUrl: 'https://pics.test/a/sea.png',
      description: 'I am Marlowe. Lena.ortiz is another',
      usernameChanges: [],
      website: null,
      knows: [],
      location: 'the sea',
      followersCount: 82,
    }),
  ];
  /** Whoever is called by an ordinary word remains in a text. */
  const gone = [lena.id, 'lena_', 'Lena Ortiz', sea.id, 'sea.png', '@sea', '9900000000000001'];

  it('links, pictures and lists go too, in every format, and what remains is said', async () => {
    const runId = await rig.makeRun(given, accounts);
    const found = await rig.exports.handlers['export.findPeople']({ runIds: [runId] });
    expect(found.privacy).toMatchObject({
      drop: expect.arrayContaining(
        'profileImageUrl location usernameChanges website votes bannerUrl links'.split(' '),
      ),
      scrubMentions: ['description'],
    });
    const kinds = found.privacy.pseudonyms.map(({ field, kind }) => [field, kind]);
    expect(Object.fromEntries(kinds)).toEqual({
      id: 'id',
      username: 'username',
      name: 'name',
      pinnedMicroblogPostId: 'id',
      knows: 'username',
    });
    expect(found.remains).toEqual([{ field: 'description', rows: 2 }]);
    for (const kind of ['csv', 'xlsx', 'jsonl', 'parquet'] as const) {
      const spec = { runIds: [runId], privacy: found.privacy, format: { kind } };
      const { bytes, state } = await rig.save(spec);
      for (const text of gone) expect(bytes.includes(text), `${kind} ${text}`).toBe(false);
      expect(state.changes.find(({ code }) => code === 'peopleRemain')?.message).toBe(
        'IDs, usernames or names of people in the rows remain in: description (2 rows).',
      );
    }
  });

  it('addresses of people in a text are found there, but not the word', async () => {
    const about = (description: string) => account(lena, { description });
    const texts = ['See https://m.test/sea/status/1', 'Mine (www.m.test/sea).', 'By the sea, /sea'];
    const runIds = [await rig.makeRun([account(sea, {}), ...texts.map(about)], accounts)];
    const { remains } = await rig.exports.handlers['export.findPeople']({ runIds });
    expect(remains).toEqual([{ field: 'description', rows: 2 }]);
  });

  it('columns that were empty so far are treated by what they can hold in further rows and runs', async () => {
    const empty = account(lena, {
      profileImageUrl: null,
      description: null,
      usernameChanges: null,
    });
    const runIds = [await rig.makeRun([empty], accounts)];
    const found = async () => (await rig.exports.handlers['export.findPeople']({ runIds })).privacy;
    expect(await found()).toMatchObject({
      drop: ['profileImageUrl'],
      scrubMentions: ['description'],
    });
    runIds.push(await rig.makeRun(given, accounts));
    expect((await found()).drop).toEqual(
      expect.arrayContaining(['profileImageUrl', 'usernameChanges']),
    );
  });

  it('what shortvideo accounts are called by is among them', async () => {
    const values = { username: 'sea' };
    const asked: Asked = { endpointId: 'shortvideo.users.connections', values };
    const row = { id: '71', username: 'mira', nickname: 'Mira O.', secUid: 'MS4wLjABAAAAx' };
    const { privacy: chosen } = await rig.exports.handlers['export.findPeople']({
      runIds: [await rig.makeRun([row], asked)],
    });
    expect(chosen.pseudonyms.map(({ field }) => field)).toEqual(Object.keys(row));
  });

  it('who is named only by the rows of another step is replaced in all steps of a recipe', async () => {
    // Only the other step's rows say that the second column names somebody.
    const post = { id: '11111111', text: 'Ask Lena Ortiz', source: 'Lena Ortiz' };
    const runIds = [await rig.makeRun([post]), await rig.makeRun([account(lena, {})], accounts)];
    const query = { endpointId: 'microblog.posts.search', values: {}, fields: [] };
    const step = { query, asks: [], list: null, pages: 1, pause: false };
    const list = { field: 'authorUsername', key: 'username', atMost: 1 };
    const { saved, chained } = rig.savingChain(runIds, [step, { ...step, list }]);
    for (const pseudonyms of ['people', 'peopleAndIds'] as const) {
      const files = await saved({ runIds, format: { kind: 'csv' } }, { ...chained, pseudonyms });
      const [posts = '', users = ''] = [...files.values()].map(String);
      const [{ name }] = parse(users, { columns: true, bom: true }) as [{ name: string }];
      expect(name).toMatch(/^name_/);
      expect(parse(posts, { columns: true, bom: true })).toMatchObject([
        { text: `Ask ${name}`, source: name },
      ]);
      expect(posts.includes(post.id)).toBe(pseudonyms === 'people');
    }
  });

  it('who is in no column that is saved is still looked for', async () => {
    const spec = { runIds: [await rig.makeRun(given, accounts)], columns: ['website', 'username'] };
    const pseudonyms = [{ field: 'username', kind: 'username' as const }];
    const { state } = await rig.save({ ...spec, privacy: { pseudonyms }, format: plainCsv });
    expect(state.changes.at(-1)).toMatchObject({ code: 'peopleRemain', count: 1 });
  });
});

describe('beside the rows', () => {
  const postsOf = (username: string): Asked => ({
    endpointId: 'microblog.posts.by-user',
    values: { username, since: '2026-01-02' },
  });

  /** The file's name, and all that is written beside it. */
  async function written(asked: readonly Asked[], given: Privacy | null) {
    const runIds: string[] = [];
    for (const query of asked) runIds.push(await rig.makeRun(rows, query));
    const { save } = rig.saving({
      nameOf: async ({ endpoint, query, stored }) =>
        stored.id === runIds[1]
          ? 'About @Lena_Ortiz, 关于lena_ortiz的帖子'
          : queryTitle(endpoint, query),
    });
    const spec: Spec = { runIds, privacy: given, methods: true, format: { kind: 'csv' } };
    const { path, bytes } = await save(spec);
    const endings = ['.methods.md', '.methods.json'];
    const [markdown = '', json = ''] = await Promise.all(
      endings.map((ending) => readFile(path + ending, 'utf8')),
    );
    const name = basename(path);
    const sheet = methodsSheetSchema.parse(JSON.parse(json));
    return { name, markdown, json, sheet, text: [name, String(bytes), markdown, json].join('\n') };
  }

  it('accounts that were asked for are nowhere, but under the pseudonym of the rows', async () => {
    const asked = [postsOf('Alice'), postsOf('lena_ortiz')];
    const { name, text, markdown, json, sheet } = await written(asked, people);
    // The sheet says what was done, and of the secret what can be told.
    expect(markdown).toContain('- `authorUsername`: replaced by pseudonyms (username)');
    expect(markdown).toContain('- Left out: `place`');
    expect(markdown).toMatch(/Fingerprint of the secret: `[0-9a-f]{16}`/);
    expect(text).not.toContain(testSecret);
    expect(name).toMatch(/^microblog-[\w-]+-\d{4}-\d\d-\d\d-and-1-more\.csv$/);
    expect(text).not.toMatch(/alice|lena.ortiz/i);
    const [first, second] = sheet.runs;
    expect(first).toMatchObject({
      label: 'Run 1, asked 2026-03-31',
      query: { values: { username: alice, since: '2026-01-02' } },
      values: [
        ['Account', alice],
        ['From', '2026-01-02'],
      ],
    });
    expect(first?.requests[0]?.address).toBe(
      `https://service.example/api/data/microblog/posts/users/${alice}/live?since=2026-01-02`,
    );
    expect(second?.label).toBe('Run 2, asked 2026-03-31');
    const recipe = openRecipe(json, { lookUp, profile: () => null });
    expect(recipe.notices[0]).toContain(
      'was replaced by a pseudonym; enter its name before you run it.',
    );
  });

  it('the runs are told apart beside each row, without words that may name people', async () => {
    const search: Asked = { endpointId: 'microblog.posts.search', values: { q: 'from:mira_osei' } };
    const runIds = [await rig.makeRun(rows, search), await rig.makeRun(rows, search)];
    const { save, exports } = rig.saving({ nameOf: async () => 'Posts of Mira Osei' });
    const labels = ['Run 1, asked 2026-03-31', 'Run 2, asked 2026-03-31'];
    const of = async (format: Spec['format']): Promise<string> =>
      String((await save({ runIds, privacy: people, format })).bytes);
    const csv = parse<{ run: string }>(await of(plainCsv), { columns: true });
    expect([...new Set(csv.map(({ run }) => run))]).toEqual(labels);
    const lines = await of({ kind: 'jsonl' });
    expect([...new Set(lines.match(/(?<="run":").*?(?=")/g))]).toEqual(labels);
    const spec = exportSpecSchema.parse({ runIds, privacy: people, format: plainCsv });
    const shown = await exports.handlers['export.preview']({ spec, rows: 1 });
    expect(shown.rows[0]).toContain(labels[0]);
  });

  it('they stay where nothing is replaced, and words that were searched for in the sheet', async () => {
    for (const given of [null, privacy({ drop: ['lang'] })]) {
      const { name, sheet } = await written([postsOf('mira_osei')], given);
      expect(name).toContain('mira-osei');
      expect(sheet.runs[0]?.requests[0]?.address).toContain('/users/mira_osei/live');
    }
    const asked = { endpointId: 'microblog.posts.search', values: { q: 'Mira Osei' } };
    const { name, sheet } = await written([asked], people);
    expect(name).not.toMatch(/mira/i);
    expect(sheet.runs[0]?.query.values).toEqual({ q: 'Mira Osei' });
  });
});

describe('the secret', () => {
  const other = 'x'.repeat(43);

  it('is made once and kept; its file is for its owner’s eyes only, and can be taken over', async () => {
    const store = paperKeychain();
    const secrets = createPseudonymSecrets(store);
    expect(await secrets.status()).toMatchObject({ present: false, fingerprint: null });
    const path = join(testFolder(), 'secret.txt');
    const target = { path, finish: async () => ({ name: 'mine', download: null }) };
    const choosing = (chosen: typeof target | null): SaveAs =>
      createSaveAs({
        chooseSaveTarget: async () => chosen,
        dataFolder: testFolder(),
        report: () => undefined,
      });
    await expect(secretFile(secrets)).rejects.toThrow(/no secret yet/);
    const secret = await secrets.get();
    expect(await createPseudonymSecrets(store).get()).toBe(secret);
    const saved = await choosing(target)(await secretFile(secrets));
    const text = await readFile(path, 'utf8');
    const bytes = Buffer.byteLength(text);
    expect(saved).toEqual({ kind: 'saved', name: 'mine', bytes, download: null });
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await choosing(null)(await secretFile(secrets))).toEqual({ kind: 'cancelled' });

    const elsewhere = createPseudonymSecrets(createMemoryStore('A test has no keychain.'));
    const taken = await elsewhere.use(text, false);
    const { fingerprint } = await secrets.status();
    expect(taken).toMatchObject({ present: true, lasting: false, fingerprint });
    expect(await elsewhere.get()).toBe(secret);
    expect(JSON.stringify([taken, saved])).not.toContain(secret);
  });

  it('is the same for all who need the first one at once, and never replaced unasked', async () => {
    const secrets = createPseudonymSecrets(paperKeychain());
    const making = [secrets.get(), secrets.get()];
    await expect(secrets.use(other, false)).rejects.toThrow(/already a different secret/);
    const [preview, saved] = await Promise.all(making);
    expect(saved).toBe(preview);
    await expect(secrets.use('hello', true)).rejects.toThrow(/not a secret for pseudonyms/);
    expect(await secrets.get()).toBe(preview);
    await secrets.use(other, true);
    expect(await secrets.get()).toBe(other);
  });

  it('that can’t be read is never replaced by a new one', async () => {
    const written: string[] = [];
    const locked = {
      ...paperKeychain(),
      get: () => Promise.reject(new Error('locked')),
      set: async (_: string, value: string) => void written.push(value),
    };
    const secrets = createPseudonymSecrets(locked);
    await expect(secrets.get()).rejects.toThrow(/can’t be read or stored/);
    await expect(secrets.use(other, true)).rejects.toThrow(/can’t be read or stored/);
    expect(written).toEqual([]);
  });
});
