/**
 * For every live endpoint a question worth asking and one that breaks a rule, as a person would
 * type them. Values carry what careless encoding loses: spaces, quotes, plus signs, slashes.
 */
import { liveEndpoints } from './facts/endpoints.ts';

export interface LiveQuestion {
  /** What is typed, by canonical key. */
  readonly values: Readonly<Record<string, string>>;
  /** A value that breaks a rule; `key` is where that must be shown. Blank: the value is cleared. */
  readonly wrong: { readonly key: string; readonly value: string; readonly sentence: RegExp };
  /** Encoded, as on the wire. */
  readonly path: string;
  /** Decoded, as on the wire. */
  readonly query: Readonly<Record<string, string>>;
}

const numeric = /post ID must be digits only/;
const twoForms = /shortcode.*<media_id>_<user_id>/;
const handle = /without the leading @ and without spaces/;
const noAccount = /Enter the account/;
const noWords = /at least one word.*must not be blank/;

const post = { id: '1986934512780812300' };
const media = { id: 'C9xQ2LmNp4R' };
const comment = { ...media, commentId: '17851234567890123' };
const person = { identifier: 'mira_osei' };
const followers = { ...person, connectionType: 'followers' };
const user = { username: 'mira_osei' };
const following = { ...user, connectionType: 'following' };
const video = { id: '7312345678901234567', commentId: '7312345678901230001' };
const microblogSearch = {
  q: 'rain & "city trees" +café 50%',
  since: '2026-03-01',
  until: '2026-03-31',
  lang: 'es-MX',
  countryCode: 'PT',
  sortBy: 'latest',
};
const forumPosts = { ids: '1k2a9f, 1k2b7c 1k2c03,1k2d5x' };
const forumComments = { username: 'tidal_notes', sort: 'top', time: 'year', limit: '8' };
const retweeters = { ...post, interactionType: 'retweeters' };
const likers = { ...media, interactionType: 'likers' };

type Entry = readonly [
  values: LiveQuestion['values'],
  key: string,
  wrong: string,
  sentence: RegExp,
];
const table: Readonly<Record<string, Entry>> = {
  'microblog.posts.search': [microblogSearch, 'q', '', noWords],
  'microblog.posts.by-user': [{ ...user, since: '2026-01-01' }, 'username', 'mira osei', handle],
  'microblog.posts.get': [post, 'id', '19869x', numeric],
  'microblog.posts.comments': [post, 'id', '-5', numeric],
  'microblog.posts.quotes': [post, 'id', '1.5', numeric],
  'microblog.posts.interacting-users': [retweeters, 'id', 'post-7', numeric],
  'microblog.users.search': [{ q: 'garden + "herbs"' }, 'q', '', noWords],
  'microblog.users.get': [{ username: 'tidal_notes' }, 'username', '', noAccount],
  'microblog.users.connections': [following, 'username', 'mira osei', handle],
  'photoshare.posts.search': [{ q: 'street food #lisboa' }, 'q', '', noWords],
  'photoshare.posts.by-user': [{ identifier: 'ana.b' }, 'identifier', 'ana b', handle],
  'photoshare.posts.get': [{ id: '3123456789012345678_4567890123' }, 'id', 'a/b', twoForms],
  'photoshare.posts.comments': [media, 'id', 'C9x Q2', twoForms],
  'photoshare.comments.get': [comment, 'id', 'é', twoForms],
  'photoshare.comments.replies': [comment, 'id', 'id?', twoForms],
  'photoshare.posts.interacting-users': [likers, 'id', 'C9x.Q2', twoForms],
  'photoshare.users.search': [{ name: 'Mira & Söhne' }, 'name', '', /Type a name to search for/],
  'photoshare.users.get': [person, 'identifier', '', noAccount],
  'photoshare.users.connections': [followers, 'identifier', 'mira osei', handle],
  'forum.posts.by-ids': [forumPosts, 'ids', '1k2a9f, 1k2b_7c', /“1k2b_7c” isn’t valid/],
  'forum.comments.by-user': [forumComments, 'limit', '101', /whole number from 1 to 100/],
  'shortvideo.posts.by-user': [person, 'identifier', 'mira osei', handle],
  'shortvideo.posts.by-sound': [
    { sound: 'Low Tide: 100% "live" / ação' },
    'sound',
    '',
    /sound ID or the exact title/,
  ],
  'shortvideo.comments.get': [video, 'id', '1'.repeat(51), /1 to 50 digits/],
  'shortvideo.sounds.search': [{ keyword: 'tide & moon' }, 'keyword', '', noWords],
  'shortvideo.users.connections': [followers, 'identifier', 'mira osei', handle],
};

/** What goes over the wire for a value; an id list loses its blanks. */
const onTheWire = (name: string, value: string): string =>
  name === 'ids' ? value.split(/[\s,]+/).join(',') : value;

/** The question of a live endpoint, by its id. */
export function questionFor(id: string): LiveQuestion {
  const fact = liveEndpoints.find((one) => one.id === id);
  const entry = table[id];
  if (fact === undefined || entry === undefined) throw new Error(`no question for ${id}`);
  const [values, key, value, sentence] = entry;
  const inPath = new Set(fact.pathParameters.map(({ name }) => name));
  const query = Object.entries(values).filter(([name]) => !inPath.has(name));
  return {
    values,
    wrong: { key, value, sentence },
    path: fact.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    ),
    query: Object.fromEntries(query.map(([name, given]) => [name, onTheWire(name, given)])),
  };
}
