/**
 * For every live endpoint a question worth asking and one that breaks a rule, as a person would
 * type them. Values carry what careless encoding loses: spaces, quotes, plus signs, slashes.
 */
import { liveEndpoints } from './facts/endpoints.ts';

export interface WrongValue {
  /** Where the rule must be shown. */
  readonly key: string;
  /** Blank: the value is cleared. */
  readonly value: string;
  readonly sentence: RegExp;
}

interface Table {
  /** What is typed, by canonical key. */
  readonly values: Readonly<Record<string, string>>;
  readonly wrong: WrongValue;
}

export interface LiveQuestion extends Table {
  /** Encoded, as on the wire. */
  readonly path: string;
  /** Decoded, as on the wire. */
  readonly query: Readonly<Record<string, string>>;
}

const numeric = /post ID must be a numeric string/;
const twoForms = /shortcode.*<media_id>_<user_id>/;
const handle = /without the leading @ and without spaces/;
const noWords = /at least one word.*must not be blank/;

const table: Readonly<Record<string, Table>> = {
  'microblog.posts.search': {
    values: {
      q: 'rain & "city trees" +café 50%',
      since: '2026-03-01',
      until: '2026-03-31',
      lang: 'pt-BR',
      countryCode: 'PT',
      sortBy: 'latest',
    },
    wrong: { key: 'q', value: '', sentence: noWords },
  },
  'microblog.posts.by-user': {
    values: { username: 'mira_osei', since: '2026-01-01' },
    wrong: { key: 'username', value: 'mira osei', sentence: handle },
  },
  'microblog.posts.get': {
    values: { id: '1986934512780812300' },
    wrong: { key: 'id', value: '19869x', sentence: numeric },
  },
  'microblog.posts.comments': {
    values: { id: '1986934512780812300' },
    wrong: { key: 'id', value: '-5', sentence: numeric },
  },
  'microblog.posts.quotes': {
    values: { id: '1986934512780812300' },
    wrong: { key: 'id', value: '1.5', sentence: numeric },
  },
  'microblog.posts.interacting-users': {
    values: { id: '1986934512780812300', interactionType: 'retweeters' },
    wrong: { key: 'id', value: 'post-7', sentence: numeric },
  },
  'microblog.users.search': {
    values: { q: 'garden + "herbs"' },
    wrong: { key: 'q', value: '', sentence: noWords },
  },
  'microblog.users.get': {
    values: { username: 'tidal_notes' },
    wrong: { key: 'username', value: '', sentence: /Fill in “Account”/ },
  },
  'microblog.users.connections': {
    values: { username: 'mira_osei', connectionType: 'following' },
    wrong: { key: 'username', value: 'mira osei', sentence: handle },
  },
  'photoshare.posts.search': {
    values: { q: 'street food #lisboa' },
    wrong: { key: 'q', value: '', sentence: noWords },
  },
  'photoshare.posts.by-user': {
    values: { identifier: 'ana.b' },
    wrong: { key: 'identifier', value: 'ana b', sentence: handle },
  },
  'photoshare.posts.get': {
    values: { id: '3123456789012345678_4567890123' },
    wrong: { key: 'id', value: 'a/b', sentence: twoForms },
  },
  'photoshare.posts.comments': {
    values: { id: 'C9xQ2LmNp4R' },
    wrong: { key: 'id', value: 'C9x Q2', sentence: twoForms },
  },
  'photoshare.comments.get': {
    values: { id: 'C9xQ2LmNp4R', commentId: '17851234567890123' },
    wrong: { key: 'id', value: 'é', sentence: twoForms },
  },
  'photoshare.comments.replies': {
    values: { id: 'C9xQ2LmNp4R', commentId: '17851234567890123' },
    wrong: { key: 'id', value: 'id?', sentence: twoForms },
  },
  'photoshare.posts.interacting-users': {
    values: { id: 'C9xQ2LmNp4R', interactionType: 'likers' },
    wrong: { key: 'id', value: 'C9x.Q2', sentence: twoForms },
  },
  'photoshare.users.search': {
    values: { name: 'Mira & Söhne' },
    wrong: { key: 'name', value: '', sentence: /Type a name to search for/ },
  },
  'photoshare.users.get': {
    values: { identifier: 'mira_osei' },
    wrong: { key: 'identifier', value: '', sentence: /Fill in “Account”/ },
  },
  'photoshare.users.connections': {
    values: { identifier: 'mira_osei', connectionType: 'followers' },
    wrong: { key: 'identifier', value: 'mira osei', sentence: handle },
  },
  'forum.posts.by-ids': {
    values: { ids: '1k2a9f, 1k2b7c 1k2c03,1k2d5x' },
    wrong: { key: 'ids', value: '1k2a9f, 1k2b_7c', sentence: /“1k2b_7c” does not fit/ },
  },
  'forum.comments.by-user': {
    values: { username: 'tidal_notes', sort: 'top', time: 'year', limit: '8' },
    wrong: { key: 'limit', value: '101', sentence: /whole number from 1 to 100/ },
  },
  'shortvideo.posts.by-user': {
    values: { identifier: 'mira_osei' },
    wrong: { key: 'identifier', value: 'mira osei', sentence: handle },
  },
  'shortvideo.posts.by-sound': {
    values: { sound: 'Low Tide: 100% "live" / ação' },
    wrong: { key: 'sound', value: '', sentence: /sound ID or the exact title/ },
  },
  'shortvideo.comments.get': {
    values: { id: '7312345678901234567', commentId: '7312345678901230001' },
    wrong: { key: 'id', value: '1'.repeat(51), sentence: /1 to 50 digits/ },
  },
  'shortvideo.sounds.search': {
    values: { keyword: 'tide & moon' },
    wrong: { key: 'keyword', value: '', sentence: noWords },
  },
  'shortvideo.users.connections': {
    values: { identifier: 'mira_osei', connectionType: 'followers' },
    wrong: { key: 'identifier', value: 'mira osei', sentence: handle },
  },
};

/** What goes over the wire for a value; an id list loses its blanks. */
const onTheWire = (name: string, value: string): string =>
  name === 'ids' ? value.split(/[\s,]+/).join(',') : value;

/** The question of a live endpoint, by its id. */
export function questionFor(id: string): LiveQuestion {
  const fact = liveEndpoints.find((one) => one.id === id);
  const entry = table[id];
  if (fact === undefined || entry === undefined) throw new Error(`no question for ${id}`);
  const inPath = new Set(fact.pathParameters.map(({ name }) => name));
  return {
    ...entry,
    path: fact.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(entry.values[name] ?? ''),
    ),
    query: Object.fromEntries(
      Object.entries(entry.values)
        .filter(([name]) => !inPath.has(name))
        .map(([name, value]) => [name, onTheWire(name, value)]),
    ),
  };
}
