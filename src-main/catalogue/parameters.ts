/** Parameters shared by several endpoints, and shorthands for describing one. */
import { microblogPostIds, photosharePostIds, shortvideoPostIds } from './takes.ts';
import type { Evidence, Parameter, Taken } from '#shared/catalogue/types.ts';
import type { Choice } from '#shared/catalogue/parameter-kinds.ts';

type Described = Omit<
  Parameter,
  'wire' | 'place' | 'required' | 'evidence' | 'requiredEvidence' | 'missing' | 'takes'
> & {
  missing?: string;
  takes?: readonly Taken[];
  evidence?: Evidence;
  requiredEvidence?: Evidence;
};

const describe = (
  location: Parameter['place'],
  required: boolean,
  given: Described,
): Parameter => ({
  ...given,
  wire: given.key,
  place: location,
  required,
  missing:
    given.missing ?? `Enter the ${given.label.charAt(0).toLowerCase()}${given.label.slice(1)}.`,
  takes: given.takes ?? [],
  evidence: given.evidence ?? 'documented',
  requiredEvidence: given.requiredEvidence ?? 'documented',
});

/** A path parameter: always required. */
export const inPath = (given: Described): Parameter => describe('path', true, given);
export const requiredQuery = (given: Described): Parameter => describe('query', true, given);
/** A member of a POST's JSON body. */
export const inBody = (given: Described): Parameter => describe('body', true, given);
export const optionalQuery = (given: Described): Parameter => describe('query', false, given);

export const choice = (value: string, label: string, noun?: string): Choice =>
  noun === undefined ? { value, label } : { value, label, noun };

/** Specification, Parameter conventions: Lucene-style keyword syntax, not blank. */
export const searchWords = (placeholder: string, takes: readonly Taken[] = []): Parameter =>
  requiredQuery({
    takes,
    key: 'q',
    label: 'Words to search for',
    help: 'Put exact phrases in “quotes”. Use OR for either word.',
    placeholder,
    type: { kind: 'text', phrases: true },
    missing: 'Type at least one word: the search must not be blank.',
  });

/** Specification, Parameter conventions: inclusive dates in YYYY-MM-DD. */
export const since = optionalQuery({ key: 'since', label: 'From', type: { kind: 'date' } });
export const until = optionalQuery({ key: 'until', label: 'Until', type: { kind: 'date' } });

/** The address of a post or video whose last path segment is its long number. */
const numberInAddress = '^https?://[^\\s?#]*/(\\d{5,})/?(?:[?#]\\S*)?$';

/** Specification, Microblog (live): otherwise 400 with a message naming the numeric string. */
export const microblogPostId = inPath({
  key: 'id',
  label: 'Post ID',
  help: 'The long number at the end of the post’s address, or that address.',
  placeholder: '1986934512780812300',
  takes: microblogPostIds,
  type: {
    kind: 'text',
    pattern: {
      source: '^\\d+$',
      message: 'The post ID must be digits only, such as 1986934512780812300.',
    },
    written: [numberInAddress],
  },
});

/** Specification, Parameter conventions: a shortcode or `<media_id>_<user_id>`. */
export const photosharePostId = inPath({
  key: 'id',
  label: 'Post ID or shortcode',
  help: 'The shortcode from the post’s address, or the long form with an underscore.',
  placeholder: 'C9xQ2LmNp4R',
  takes: photosharePostIds,
  type: {
    kind: 'text',
    pattern: {
      source: '^[A-Za-z0-9_-]+$',
      message:
        'The post ID must be a shortcode, or a strong ID of the form <media_id>_<user_id>: letters, digits, _ and - only.',
    },
    written: ['^https?://[^\\s?#]*/(?:p|reel|reels|tv)/([A-Za-z0-9_-]+)/?(?:[?#]\\S*)?$'],
  },
});

/** Specification, Limits: 1 to 50 digits. */
export const shortvideoPostId = inPath({
  key: 'id',
  label: 'Video ID',
  help: 'The long number in the video’s address, or that address.',
  placeholder: '7312345678901234567',
  takes: shortvideoPostIds,
  type: {
    kind: 'text',
    pattern: {
      source: '^\\d{1,50}$',
      message: 'The video ID must be numeric: 1 to 50 digits.',
    },
    written: [numberInAddress],
  },
});

/** An address can't be an ID or a name: one that isn't read as another notation is refused. */
const noAddress = '^(?!https?://|www\\.\\S*/)';

/** An id can't contain spaces; the service checks everything else. */
const withoutSpaces = {
  source: `${noAddress}\\S+$`,
  message: 'Enter the ID alone: it has no spaces and is not an address.',
};

export const commentId = (takes: readonly Taken[]): Parameter =>
  inPath({
    key: 'commentId',
    label: 'Comment ID',
    help: 'The ID of a top-level comment, as in the ID column of a comments table.',
    placeholder: '17851234567890123',
    type: { kind: 'text', pattern: withoutSpaces },
    takes,
  });

const handle = {
  source: `${noAddress}[^@\\s][^\\s]*$`,
  message:
    'Enter the name without the leading @ and without spaces, or the address of the profile.',
};

/** With the @, as written on the forum, or as a profile's address. */
const handleWritten = [
  '^@([^@\\s]\\S*)$',
  '^/?u/([^/\\s]+)/?$',
  '^(?:https?://|www\\.)[^/\\s]+/(?:u/|user/)?@?([^@/?#\\s]+)/?(?:[?#]\\S*)?$',
  // A further page of a profile: its name follows u/, user/ or @.
  '^(?:https?://|www\\.)[^/\\s]+/(?:u/|user/|@)([^@/?#\\s]+)/\\S*$',
];

/** Specification, Parameter conventions: usernames are given without the leading `@`. */
export const username = (takes: readonly Taken[], label = 'Account'): Parameter =>
  inPath({
    key: 'username',
    label,
    help: 'The username, or the address of the profile.',
    placeholder: 'mira_osei',
    type: { kind: 'text', at: true, pattern: handle, written: handleWritten },
    takes,
  });

export const identifier = (takes: readonly Taken[]): Parameter =>
  inPath({
    key: 'identifier',
    label: 'Account',
    help: 'A username, an account ID, or the address of the profile.',
    placeholder: 'mira_osei',
    type: { kind: 'text', at: true, pattern: handle, written: handleWritten },
    takes,
  });

/** Specification, Parameter conventions: required, `followers` or `following`. */
export const connectionType = requiredQuery({
  key: 'connectionType',
  label: 'Show',
  type: {
    kind: 'choice',
    closed: true,
    choices: [
      choice('followers', 'Followers', 'Followers'),
      choice('following', 'Following', 'Following'),
    ],
  },
  missing: 'Choose followers or following.',
});

/** The specification doesn't show the name, and documents its values for photoshare only. */
export const interactionType = (choices: Choice[], closed: boolean): Parameter =>
  requiredQuery({
    key: 'interactionType',
    label: 'Who',
    type: { kind: 'choice', closed, choices },
    missing: 'Choose which kind of interaction.',
    evidence: 'assumed',
    requiredEvidence: 'assumed',
  });
