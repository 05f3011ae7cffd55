/** What is left out or replaced before rows leave this computer. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { privacySchema, suggestPseudonyms } from '#shared/export/privacy.ts';
import type { Privacy } from '#shared/export/privacy.ts';
import { exportSpecSchema } from '#shared/export/export.ts';
import { createMemoryStore } from '#main/core/credentials/memory-store.ts';
import { createPseudonymiser } from '#main/core/export/privacy/pseudonyms.ts';
import { createReplacer } from '#main/core/export/privacy/replacer.ts';
import { saveSecret } from '#main/core/export/privacy/save-secret.ts';
import { createPseudonymSecrets } from '#main/core/export/privacy/secret.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { paperKeychain } from '#test/support/core.ts';
import { exportRig } from '#test/support/export/rig.ts';
import type { Rig } from '#test/support/export/rig.ts';
import { testFolder } from '#test/support/store/folder.ts';

let rig: Rig;
beforeAll(() => {
  rig = exportRig();
});
afterAll(() => rig.close());

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
const rows: JsonObject[] = [
  {
    id: '1',
    text: 'Hello @Bob_B, and @carol.c. Write to me@example.com, .@bob_b',
    authorId: { $n: '1790000000000000001' },
    authorUsername: 'Alice',
    mentions: ['bob_b', 'carol.c'],
    place: 'Paris',
  },
  {
    id: '2',
    text: 'no one',
    authorId: '1790000000000000001',
    authorUsername: 'bob_b',
    mentions: [],
  },
  { id: '3', text: '@alice', authorId: null, authorUsername: '', place: 'Rome' },
];

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

  it('replace people in columns, lists and mentions, in every format', async () => {
    const names = createPseudonymiser('a secret of this test');
    const bob = names('username', 'bob_b');
    const carol = names('username', 'carol.c');
    const alice = names('username', 'alice');
    const id = names('id', '1790000000000000001');
    const expected = [
      [
        '1',
        `Hello @${bob}, and @${carol}. Write to me@example.com, .@${bob}`,
        id,
        alice,
        `["${bob}","${carol}"]`,
      ],
      ['2', 'no one', id, bob, '[]'],
      ['3', `@${alice}`, '', '', ''],
    ];
    const runIds = [await rig.makeRun(rows)];
    const csv = await rig.save({
      runIds,
      privacy: people,
      format: { kind: 'csv', formulaGuard: false },
    });
    expect(parse(csv.bytes, { bom: true }).slice(1)).toEqual(expected);
    expect(csv.state.changes.map(({ code, count }) => [code, count])).toEqual([
      ['pseudonyms', 6],
      ['mentions', 4],
    ]);
    const lines = await rig.save({ runIds, privacy: people, format: { kind: 'jsonl' } });
    const objects: unknown[] = lines.bytes
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    expect(objects).toMatchObject([
      { id: '1', authorId: id, authorUsername: alice, mentions: [bob, carol] },
      { id: '2', authorUsername: bob },
      { id: '3', text: `@${alice}`, authorId: null, authorUsername: '' },
    ]);
    for (const kind of ['csv', 'xlsx', 'jsonl', 'parquet'] as const) {
      const { bytes, state } = await rig.save({ runIds, privacy: people, format: { kind } });
      expect(state.rows).toBe(3);
      for (const secret of [
        'Alice',
        'alice',
        'bob_b',
        'Bob_B',
        'carol.c',
        '1790000000000000001',
        'Paris',
        'Rome',
      ]) {
        expect(bytes.includes(secret), `${kind} ${secret}`).toBe(false);
      }
    }
  });

  it('raw pages can’t be made private, which is said', () => {
    const parsed = exportSpecSchema.safeParse({
      runIds: ['run-00000001'],
      format: { kind: 'raw' },
      privacy: people,
    });
    expect(parsed.success).toBe(false);
  });

  it('are recorded in the methods sheet, with what can be told of the secret', async () => {
    const runIds = [await rig.makeRun(rows)];
    const { path } = await rig.save({
      runIds,
      privacy: people,
      methods: true,
      format: { kind: 'csv' },
    });
    const markdown = await readFile(`${path}.methods.md`, 'utf8');
    expect(markdown).toContain('- `authorUsername`: replaced by pseudonyms (username)');
    expect(markdown).toContain('- Left out: `place`');
    expect(markdown).toMatch(/Fingerprint of the secret: `[0-9a-f]{16}`/);
    for (const file of [markdown, await readFile(`${path}.methods.json`, 'utf8')]) {
      expect(file).not.toContain('a secret of this test');
    }
  });

  it('are shown before anything is saved, beside what was there', async () => {
    const spec = exportSpecSchema.parse({
      runIds: [await rig.makeRun(rows)],
      columns: ['authorUsername', 'place', 'text'],
      privacy: people,
      format: { kind: 'csv' },
    });
    const shown = await rig.exports.preview(spec, 2);
    const alice = createPseudonymiser('a secret of this test')('username', 'alice');
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
    const replacer = await createReplacer(
      privacy({ scrubMentions: ['text'] }),
      platform,
      async () => 'a secret',
    );
    const names = createPseudonymiser('a secret');
    expect(replacer?.replace('text', text)).toBe(
      expected.replaceAll(/\{(.*?)\}/g, (_, name: string) => names('username', name)),
    );
  });

  it('in what is saved of the forum are replaced as they are written there', async () => {
    const runIds = [await rig.makeRun([{ id: '1', text: 'u/bob-smith' }], 'forum.posts.by-ids')];
    const format = { kind: 'jsonl' } as const;
    const { bytes } = await rig.save({ runIds, privacy: people, format });
    expect(bytes.toString()).not.toContain('smith');
  });

  it('nothing to replace needs no secret', async () => {
    const never = (): Promise<string> => Promise.reject(new Error('It was asked for.'));
    expect(await createReplacer(null, 'forum', never)).toBeNull();
    expect(await createReplacer(privacy({ drop: ['text'] }), 'forum', never)).toBeNull();
  });

  it('are suggested for columns that name people, and no others', () => {
    const columns = [
      { field: 'id', meaning: 'id' },
      { field: 'authorId', meaning: 'id' },
      { field: 'authorUsername', meaning: 'username' },
      { field: 'mentions', meaning: 'list' },
      { field: 'conversationId', meaning: 'id' },
      { field: 'placeName', meaning: 'name' },
      { field: 'fullName', meaning: 'name' },
    ];
    expect(suggestPseudonyms(columns, false).map(({ field }) => field)).toEqual([
      'authorId',
      'authorUsername',
      'mentions',
      'fullName',
    ]);
    expect(suggestPseudonyms(columns, true)[0]).toEqual({ field: 'id', kind: 'id' });
  });
});

describe('the secret', () => {
  it('is made once, kept, and given to its owner as a file that can be taken over', async () => {
    const store = paperKeychain();
    const secrets = createPseudonymSecrets(store);
    expect(await secrets.status()).toMatchObject({ present: false, fingerprint: null });
    const secret = await secrets.get();
    expect(await createPseudonymSecrets(store).get()).toBe(secret);
    const file = (await secrets.asFile()) ?? '';
    const elsewhere = createPseudonymSecrets(createMemoryStore('A test has no keychain.'));
    const taken = await elsewhere.use(file, false);
    expect(taken).toMatchObject({
      present: true,
      lasting: false,
      fingerprint: (await secrets.status()).fingerprint,
    });
    expect(await elsewhere.get()).toBe(secret);
    expect(JSON.stringify(taken)).not.toContain(secret);
  });

  it('as a file is for its owner’s eyes only', async () => {
    const secrets = createPseudonymSecrets(paperKeychain());
    const path = join(testFolder(), 'secret.txt');
    const choose = async () => ({ path, finish: async () => ({ name: 'mine', download: null }) });
    await expect(saveSecret(secrets, choose)).rejects.toThrow(/no secret yet/);
    const secret = await secrets.get();
    const saved = await saveSecret(secrets, choose);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(secret);
    const bytes = Buffer.byteLength(text);
    expect(saved).toEqual({ kind: 'saved', name: 'mine', bytes, download: null });
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await saveSecret(secrets, async () => null)).toEqual({ kind: 'cancelled' });
  });

  it('is the same for all who need the first one at the same time', async () => {
    const store = paperKeychain();
    const secrets = createPseudonymSecrets(store);
    const [preview, saved] = await Promise.all([secrets.get(), secrets.get()]);
    expect(saved).toBe(preview);
    expect(await createPseudonymSecrets(store).get()).toBe(preview);
  });

  it('that is taken over while the first one is made is refused, not written over it', async () => {
    const secrets = createPseudonymSecrets(paperKeychain());
    const making = secrets.get();
    await expect(secrets.use('x'.repeat(43), false)).rejects.toThrow(/another secret already/);
    expect(await secrets.get()).toBe(await making);
  });

  it('is not overwritten by accident, nor by anything that is no secret', async () => {
    const secrets = createPseudonymSecrets(paperKeychain());
    const secret = await secrets.get();
    const other = 'x'.repeat(43);
    await expect(secrets.use(other, false)).rejects.toThrow(/another secret already/);
    await expect(secrets.use('hello', true)).rejects.toThrow(/no secret for pseudonyms/);
    expect(await secrets.get()).toBe(secret);
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
    await expect(secrets.get()).rejects.toThrow(/can’t be read or kept/);
    await expect(secrets.use('x'.repeat(43), true)).rejects.toThrow(/can’t be read or kept/);
    expect(written).toEqual([]);
  });
});
