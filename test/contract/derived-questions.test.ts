/** Which question a row of a derived table answers: in networks and in lists made from it. */
import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import type { Run } from '#shared/contract/run.ts';
import type { Query } from '#shared/query/types.ts';
import { everyRow } from '#shared/contract/view.ts';
import { mintRunId, question } from '#test/support/core.ts';
import { askList } from '#test/support/lists/ask-list.ts';
import { save } from '#test/support/saving.ts';
import type { Spec } from '#test/support/saving.ts';
import { compare, together, world } from '#test/support/derived-world.ts';
import type { Item } from '#test/support/derived-world.ts';

describe('a row belongs to the question of its own run', () => {
  const asked = (username: string, connectionType: string): Query =>
    question('microblog.users.connections', { username, connectionType });
  const follows: Spec['network'] = {
    source: { kind: 'column', field: 'username' },
    target: { kind: 'asked' },
    reversedWhen: { key: 'connectionType', value: 'following' },
  };

  /** A core that saves datasets and opens the last one of them. */
  async function datasets() {
    let root = '';
    const made = await world({ takeGivenFile: () => root });
    const { core } = made;
    const again = async (runs: readonly Run[], table: string): Promise<Run> => {
      await save(core, { runIds: runs.map(({ id }) => id), format: { kind: 'dataset' } });
      root = core.saved.at(-1) ?? '';
      const { opened } = await core.value('open.take', {});
      const opening = {
        runId: mintRunId(),
        fileId: opened?.id ?? '',
        table,
        name: 'alice, zed',
      };
      return (await core.value('open.table', opening)).run;
    };
    const edgesOf = async ({ id }: Run, more: Partial<Spec> = {}): Promise<string[]> => {
      await save(core, { runIds: [id], format: { kind: 'edges' }, network: follows, ...more });
      const [, ...lines] = readFileSync(core.saved.at(-1) ?? '', 'utf8')
        .trimEnd()
        .split('\r\n');
      const ends = lines.map((line) => line.replaceAll('"', '').split(',').slice(0, 2));
      return ends.map((both) => both.join(' ')).toSorted();
    };
    return { ...made, again, edgesOf };
  }

  it('in a network: who was asked for, and in which direction', async () => {
    const { core, collect, again, edgesOf } = await datasets();
    const followers = await collect([{ id: '1', username: 'ann' }], asked('alice', 'followers'));
    const following = await collect([{ id: '2', username: 'bob' }], asked('zed', 'following'));
    const found = question('microblog.users.search', { q: 'sea' });
    const others = await collect([{ id: '3', username: 'cy' }], found);
    const runs = [followers, following, others];
    const table = await again(runs, 'microblog-user');
    expect(await edgesOf(table)).toEqual(['ann alice', 'zed bob']);
    const { privacy } = await core.value('export.findPeople', { runIds: [table.id] });
    await edgesOf(table, { privacy, methods: true });
    for (const ending of ['md', 'json']) {
      const sheet = readFileSync(`${core.saved.at(-1)}.methods.${ending}`, 'utf8');
      expect(sheet).not.toMatch(/alice|\bzed\b/);
    }
    expect(await edgesOf(await compare(core, followers, following, ['username']))).toEqual([
      'ann alice',
      'zed bob',
    ]);
    await expect(edgesOf(await together(core, [followers, following]))).rejects.toThrow(
      /doesn’t say which row.*Other runs/,
    );
    expect(core.reported).toEqual([]);
  });

  it('in a network, where a node’s latest row is of the later run', async () => {
    const { core, collect, edgesOf } = await datasets();
    const ann = (id: string, followersCount: number): Promise<Run> =>
      collect([{ id, username: 'ann', followersCount }], asked('alice', 'followers'));
    const [one, two] = [await ann('1', 10), await ann('2', 99)];
    // In a comparison, what is gone comes after what is new.
    for (const run of [
      await compare(core, one, two, ['followersCount']),
      await together(core, [one, two]),
    ]) {
      expect(await edgesOf(run)).toEqual(['ann alice']);
      const nodes = readFileSync((core.saved.at(-1) ?? '').replace('.edges.', '.nodes.'), 'utf8');
      expect(nodes).toMatch(/^"ann",.*\b99\b/m);
    }
  });

  it('in a network of lists: the row’s input, which pseudonyms hide', async () => {
    const { core, collect, serveItems, again, edgesOf } = await datasets();
    serveItems([{ id: '1', username: 'ann' }]);
    const query = question('microblog.users.connections', { connectionType: 'followers' });
    const list = () => askList(core, { text: 'alice\nzed', query });
    const [one, two] = [await list(), await list()];
    const edges = ['ann alice', 'ann zed'];
    expect(await edgesOf(await compare(core, one, two, ['username']))).toEqual(edges);
    const last = await collect([{ id: '3', username: 'cy' }], asked('bo', 'followers'));
    const run = await again([one, last], 'microblog-user');
    expect(await edgesOf(run)).toEqual([...edges, 'cy bo'].toSorted());
    const { privacy } = await core.value('export.findPeople', { runIds: [run.id] });
    expect(privacy.pseudonyms).toContainEqual({ field: '_input', kind: 'username' });
    const hidden = await edgesOf(run, { privacy });
    expect(hidden).toHaveLength(3);
    expect(hidden.join()).not.toMatch(/alice|\b(?:zed|bo)\b/);
  });

  it('in the list of another question', async () => {
    const { core, collect, again } = await datasets();
    const on = (id: string, item: Item): Promise<Run> =>
      collect([item], question('photoshare.posts.comments', { id }, ['id', 'text']));
    const runs = [await on('AAAAAA', { id: '111' }), await on('BBBBBB', { id: '222' })];
    const use = (run: Run) =>
      core.call('list.take', {
        kind: 'rows',
        runId: run.id,
        view: everyRow,
        spans: null,
        field: 'id',
        endpointId: 'photoshare.comments.replies',
        key: 'commentId',
      });
    expect(await use(await again(runs, 'photoshare-comment'))).toMatchObject({
      value: {
        columns: [{ sample: ['111', '222'] }, { sample: ['AAAAAA', 'BBBBBB'] }],
        mapping: { commentId: 0, id: 1 },
      },
    });
    expect(await use(await together(core, runs))).toMatchObject({
      ok: false,
      error: { title: expect.stringContaining('doesn’t say which row') as unknown },
    });
  });
});
