/** A table from a file is like any run: compared, followed up, cited. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRow } from '#shared/contract/view.ts';
import { mintRunId } from '#test/support/core.ts';
import { isRead, startWithFiles } from '#test/support/open-files.ts';
import type { Files, OpenedTable } from '#test/support/open-files.ts';
import { save } from '#test/support/saving.ts';

describe('a table from a file', () => {
  let files: Files;
  beforeAll(async () => void (files = await startWithFiles()));
  afterAll(() => files.core.close());
  const table = async (name: string, content: string): Promise<OpenedTable> => {
    const answer = await files.open(name, content);
    if (!isRead(answer)) throw new Error(JSON.stringify(answer));
    return answer;
  };

  it('is opened by a link to it, under the name that the person knows', async () => {
    const target = join(files.folder, 'target.csv');
    writeFileSync(target, 'id,n\n1,2\n');
    symlinkSync(target, join(files.folder, 'link.csv'));
    const answer = await files.openAt(join(files.folder, 'link.csv'));
    expect(answer).toMatchObject({ rows: [{ id: '1', n: 2 }], opened: { name: 'link.csv' } });
  });

  it('is compared with one of the same columns, and what it lacks isn’t said to be gone', async () => {
    const one = await table('monday.csv', 'key,id,n\na,1,5\nb,2,6\n');
    const other = await table('tuesday.csv', 'key,id,n\nb,2,7\nc,3,8\n');
    expect(other.run.resource).toBe(one.run.resource);
    const { run } = await files.core.value('compare.open', {
      runId: mintRunId(),
      runIds: [one.run.id, other.run.id],
      fields: ['n'],
      name: 'Since Monday',
    });
    expect(run.derived?.facts?.changes).toMatchObject({ missing: 1, changed: 1, unseen: 1 });
    const different = await table('else.csv', 'key,id,m\na,1,5\n');
    const runIds: [string, string] = [one.run.id, different.run.id];
    expect(await files.core.call('compare.look', { runIds })).toMatchObject({ ok: false });
  });

  it('with the columns of a known kind of item is followed up like any', async () => {
    const { run } = await table(
      'posts.csv',
      'id,authorUsername,text,likeCount\n0017,ada,sea,5\n0018,ben,hill,6\n',
    );
    expect(run.resource).toBe('microblog.post');
    expect(run.columns.map(({ field, meaning }) => [field, meaning])).toEqual([
      ['id', 'id'],
      ['authorUsername', 'username'],
      ['text', 'text'],
      ['likeCount', 'count'],
    ]);
    const asked = { field: 'authorUsername', endpointId: 'microblog.users.get', key: 'username' };
    const made = await files.core.value('list.take', {
      kind: 'rows',
      runId: run.id,
      view: everyRow,
      spans: null,
      ...asked,
    });
    // What it holds stays in main.
    expect(made).toMatchObject({ source: { kind: 'run', runId: run.id }, lines: 2 });
  });

  it('rows that are chosen in a conversation are those on screen, where what they answer is a row, too', async () => {
    const { run } = await table(
      'replies.csv',
      'id,authorUsername,text,inReplyToId\n11,ada,sea,\n12,ben,hill,11\n13,cem,sea too,12\n14,dan,a sea,\n',
    );
    const thread = { identity: 'id', answers: ['inReplyToId'], about: null };
    const { columns } = await files.core.value('list.take', {
      kind: 'rows',
      runId: run.id,
      view: {
        ...everyRow,
        filters: [{ kind: 'contains', field: 'text', text: 'sea' }],
        thread: { ...thread, prefixes: [], asked: [], by: null },
      },
      // After the first one and what doesn’t match, but is answered.
      spans: [{ first: 2, last: 3 }],
      field: 'authorUsername',
      endpointId: 'microblog.users.get',
      key: 'username',
    });
    expect(columns).toMatchObject([{ sample: ['cem', 'dan'] }]);
  });

  it('is cited with the file’s hash, and without its name where people are replaced', async () => {
    const { run } = await table('ada-lovelace.csv', 'id,name\n1,ada\n2,ben\n');
    const spec = { runIds: [run.id], format: { kind: 'csv' }, methods: true };
    await save(files.core, spec);
    const methodsOf = (path: string): string => readFileSync(`${path}.methods.md`, 'utf8');
    const open = methodsOf(files.core.saved.at(-1)!);
    expect(open).toContain('Rows of the file “ada-lovelace.csv”');
    expect(open).toMatch(/SHA-256 [0-9a-f]{64}/);
    const privacy = {
      drop: [],
      pseudonyms: [{ field: 'name', kind: 'name' as const }],
      scrubMentions: [],
    };
    await save(files.core, { ...spec, privacy });
    expect(methodsOf(files.core.saved.at(-1)!)).not.toMatch(/lovelace/);
    expect(files.core.saved.at(-1)).not.toMatch(/lovelace/);
  });
});
