/** What one answer names, another question finds: the same post, account, comment. */
import { afterAll, describe, expect, it } from 'vitest';
import { startTestSample } from '#test/support/sample-service.ts';
import { textsOf } from '#renderer/features/results/use-value/row-source.ts';
import { catalogue, liveEndpoints } from '#shared/catalogue/index.ts';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { usesOf, type Use } from '#shared/query/use-value.ts';
import { friday, number, question, text } from './asking.ts';
import type { Item, Values } from './asking.ts';

// Looking changes nothing about it, so one is enough.
const service = await startTestSample({ now: () => friday });
afterAll(() => service.close());

const found = async (id: string, values: Values = {}): Promise<Item[]> =>
  (await question(service, id, values)).results;
/** The first and the last rows of a page stand for it. */
const some = (rows: Item[]): Item[] => [...rows.slice(0, 3), ...rows.slice(-3)];
const codeOf = (row: Item): string => /\/p\/([^/]+)\//.exec(text(row, 'codeUrl'))?.[1] ?? '';

/** Asked this, each row's field, given to that parameter, finds the row itself, or one alike. */
const references = `
  microblog.posts.search                       id        microblog.posts.get     id         itself
  microblog.posts.by-user                      id        microblog.posts.get     id         itself
  microblog.posts.search?q=llamas&lang=ja      id        microblog.posts.get     id         itself
  microblog.posts.search?q=bread+OR+coffee     id        microblog.posts.get     id         itself
  microblog.posts.by-user?username=nobody_yet  id        microblog.posts.get     id         itself
  microblog.posts.comments                     id        microblog.posts.get     id         itself
  microblog.posts.quotes                       id        microblog.posts.get     id         itself
  photoshare.posts.search                      id        photoshare.posts.get    id         itself
  photoshare.posts.by-user?identifier=no.one   codeUrl   photoshare.posts.get    id         itself
  photoshare.posts.comments                    id        photoshare.comments.get commentId  itself
  microblog.users.search?q=zeppelins           username  microblog.users.get     username   itself
  microblog.users.connections                  username  microblog.users.get     username   itself
  microblog.posts.search                       authorUsername microblog.users.get username  id=authorId
  photoshare.posts.search                      userId    photoshare.users.get    identifier username=username
  photoshare.users.search?name=zeppelin        username  photoshare.users.get    identifier id=id
  forum.comments.by-user                 parentPostId    forum.posts.by-ids      ids        subredditId=postSubredditId
  shortvideo.users.connections                 id        shortvideo.posts.by-user identifier userId=id
  shortvideo.users.connections                 secUid    shortvideo.posts.by-user identifier userId=id
`;

it.each(references.trim().split('\n'))('%s', async (line) => {
  const [from = '', field = '', to = '', key = '', same = ''] = line.trim().split(/\s+/);
  const [id = '', asked] = from.split('?');
  const rows = some(await found(id, Object.fromEntries(new URLSearchParams(asked))));
  expect(rows.length).toBe(6);
  for (const row of rows) {
    const value = field === 'codeUrl' ? codeOf(row) : text(row, field);
    const [first] = await found(to, { [key]: value });
    const [there = '', here = ''] = same.split('=');
    if (same === 'itself') expect(first).toEqual(row);
    else expect(first?.[there]).toEqual(row[here]);
  }
});

it('a sound leads to its videos, by id and by exact title', async () => {
  const [sound] = await found('shortvideo.sounds.search');
  const byId = await found('shortvideo.posts.by-sound', { sound: text(sound, 'id') });
  expect(byId).toHaveLength(30);
  const byTitle = await found('shortvideo.posts.by-sound', { sound: text(sound, 'title') });
  expect(byTitle).toEqual(byId);
});

it('comments and replies belong to what they answer, and are younger', async () => {
  const [post] = await found('microblog.posts.get');
  const comments = await found('microblog.posts.comments');
  for (const row of comments) {
    expect(row).toMatchObject({ replyToPostId: post?.['id'], replyToUsername: 'mira_osei' });
    expect(text(row, 'createdAt') > text(post, 'createdAt')).toBe(true);
  }
  const people = await found('microblog.posts.interacting-users');
  expect(people.map((row) => row['id'])).toEqual(comments.map((row) => row['authorId']));

  const [photo] = await found('photoshare.posts.get');
  const under = await found('photoshare.posts.comments');
  const parentPostId = photo?.['id'];
  for (const row of under) expect(row).toMatchObject({ parentPostId, parentCommentId: null });
  const busy = under.find((row) => number(row, 'childCommentCount') > 100);
  const commentId = text(busy, 'id');
  const replies = await question(service, 'photoshare.comments.replies', { commentId });
  expect(replies.body['parent_comment']).toEqual(busy);
  for (const row of replies.results) expect(row).toMatchObject({ parentCommentId: commentId });
});

describe('*Use this value in…* fills in what is answered', () => {
  /** The missing choice, as a person would make it. */
  function chosen({ endpoint, missing }: Use): Values {
    const parameter = endpoint.parameters.find(({ key }) => key === missing);
    if (parameter === undefined) return {};
    if (parameter.type.kind !== 'choice') throw new Error(`${endpoint.id} also needs ${missing}`);
    return { [parameter.key]: parameter.type.choices[0]?.value ?? '' };
  }

  it.each(liveEndpoints.map((endpoint): [string, DataEndpoint] => [endpoint.id, endpoint]))(
    'from %s',
    async (_, endpoint) => {
      const [row = {}] = await found(endpoint.id);
      const resource = catalogue.resources.find(({ id }) => id === endpoint.resource);
      if (resource === undefined) throw new Error('no resource');
      const query = { endpointId: endpoint.id, values: endpoint.example, fields: [] };
      const source = { resource, texts: (field: string) => textsOf(row[field]), query };
      let led = 0;
      for (const { name } of resource.fields) {
        for (const value of source.texts(name).slice(0, 1)) {
          for (const use of usesOf(catalogue, source, name, value)) {
            // A video’s id alone is not enough for the only question about one.
            if (use.missing === 'commentId') continue;
            const values = { ...use.values, ...chosen(use) };
            const { status } = await question(service, use.endpoint.id, values);
            expect(status, `${name} ${value} in ${use.endpoint.id}`).toBe(200);
            led += 1;
          }
        }
      }
      expect(led).toBeGreaterThan(0);
    },
  );
});
