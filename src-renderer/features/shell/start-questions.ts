/** What a person typed on the start page, and the questions that it may be for. Pure. */
import { isDataEndpoint, platforms } from '#shared/catalogue/types.ts';
import type { Catalogue, DataEndpoint, Platform } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { readQuery, validateQuery } from '#shared/query/values.ts';

/** What the typed text is. */
export type Typed = 'words' | 'account' | 'post';

/** Of each platform, in this order: Enter asks the first one, the others are one click away. */
const questionsFor: Readonly<Record<Typed, readonly string[]>> = {
  words: [
    'microblog.posts.search',
    'microblog.users.search',
    'photoshare.posts.search',
    'photoshare.users.search',
    'shortvideo.sounds.search',
  ],
  account: [
    'microblog.posts.by-user',
    'microblog.users.get',
    'microblog.users.connections',
    'photoshare.posts.by-user',
    'photoshare.users.get',
    'photoshare.users.connections',
    'forum.comments.by-user',
    'shortvideo.posts.by-user',
    'shortvideo.users.connections',
  ],
  post: [
    'microblog.posts.comments',
    'microblog.posts.get',
    'microblog.posts.quotes',
    'microblog.posts.interacting-users',
    'photoshare.posts.comments',
    'photoshare.posts.get',
    'photoshare.posts.interacting-users',
  ],
};

export interface StartQuestion {
  endpoint: DataEndpoint;
  /** Of its parameters, as they are sent. */
  values: Query['values'];
}

export interface PlatformQuestions {
  platform: Platform;
  /** Enter asks the first one. */
  questions: StartQuestion[];
}

const isLink = (text: string): boolean => /^(?:https?:\/\/|www\.)/i.test(text);

/** An ID as long as those of posts; a year or a number in words is not one. */
const isLongNumber = (text: string): boolean => /^\d{12,}$/.test(text);

/**
 * Returns what the text is, and the questions for it by platform; none if no question takes a link like that.
 * `@account` and links to profiles are accounts, links to posts and their IDs are posts, all else is words.
 */
export function readStart(
  catalogue: Pick<Catalogue, 'endpoints'>,
  text: string,
): { typed: Typed; found: PlatformQuestions[] } {
  const typed = text.trim();
  const kinds: readonly Typed[] = isLink(typed)
    ? ['post', 'account']
    : isLongNumber(typed)
      ? ['post']
      : /^@\S+$/.test(typed)
        ? ['account']
        : ['words'];
  for (const kind of kinds) {
    const found = questionsOf(catalogue, kind, typed);
    if (found.length > 0) return { typed: kind, found };
  }
  return { typed: kinds[0] ?? 'words', found: [] };
}

const questionsOf = (
  { endpoints }: Pick<Catalogue, 'endpoints'>,
  kind: Typed,
  typed: string,
): PlatformQuestions[] =>
  platforms.flatMap((platform) => {
    const questions = questionsFor[kind].flatMap((id) => {
      const endpoint = endpoints
        .filter(isDataEndpoint)
        .find((one) => one.id === id && one.platform === platform);
      const question = endpoint === undefined ? null : filledIn(endpoint, typed);
      return question ?? [];
    });
    return questions.length === 0 ? [] : [{ platform, questions }];
  });

/** Null if the text is no value of what the question is about; nothing typed yet is. */
function filledIn(endpoint: DataEndpoint, typed: string): StartQuestion | null {
  const subject = endpoint.parameters.find(({ required }) => required);
  if (subject === undefined) return null;
  const { values } = readQuery(endpoint, queryOf(endpoint, { [subject.key]: typed }));
  const isWrong = typed !== '' && subject.key in complaintsOf({ endpoint, values });
  return isWrong ? null : { endpoint, values };
}

const queryOf = ({ id }: DataEndpoint, values: Query['values']): Query => ({
  endpointId: id,
  values,
  fields: [],
});

const complaintsOf = ({ endpoint, values }: StartQuestion) =>
  validateQuery(endpoint, queryOf(endpoint, values), null);

/** Whether it can be asked as it is; otherwise its form says what is missing. */
export const isComplete = (question: StartQuestion): boolean =>
  Object.keys(complaintsOf(question)).length === 0;
