/** Shapes of the fact tables. They follow the specification's tables, not our catalogue. */

/** `documented`: the specification says so. `assumed`: it is silent and the project assumes. */
export type Evidence = 'documented' | 'assumed';

export type Platform = 'microblog' | 'photoshare' | 'forum' | 'shortvideo';

export type ResourceName =
  | 'microblogPost'
  | 'microblogUser'
  | 'photosharePost'
  | 'photoshareUser'
  | 'photoshareComment'
  | 'forumPost'
  | 'forumComment'
  | 'shortvideoPost'
  | 'shortvideoComment'
  | 'shortvideoUser'
  | 'shortvideoSound';

type QueryType = 'text' | 'date' | 'integer' | 'enum' | 'list' | 'fields' | 'cursor';

export interface QueryParameterFact {
  /** The name on the wire. */
  readonly name: string;
  /** Evidence of the name. */
  readonly evidence: Evidence;
  readonly type: QueryType;
  readonly required: boolean;
  /** Whether the specification itself says "required", or lists it without the word. */
  readonly requiredEvidence: Evidence;
  readonly allowed?: readonly string[];
  readonly allowedEvidence?: Evidence;
  readonly default?: string | number;
  readonly min?: number;
  readonly max?: number;
  /** The parameter only matters while another one has one of these values. */
  readonly appliesTo?: { readonly name: string; readonly values: readonly string[] };
  /** Largest number of entries of a `list`. */
  readonly maxItems?: number;
}

/** How a path parameter is checked; `any` is not blank and nothing more is documented. */
export type PathRule =
  | 'microblogPostId'
  | 'photosharePostId'
  | 'shortvideoPostId'
  | 'username'
  | 'any';

interface PathParameterFact {
  readonly name: string;
  readonly rule: PathRule;
}

export interface LiveEndpointFact {
  readonly id: string;
  readonly platform: Platform;
  readonly path: string;
  readonly pathEvidence: Evidence;
  readonly pathParameters: readonly PathParameterFact[];
  readonly query: readonly QueryParameterFact[];
  readonly resource: ResourceName;
  readonly pages: boolean;
  /** `closed`: other names are refused. `suggestions`: the list is assumed, free entry stays open. */
  readonly fieldList: 'closed' | 'suggestions';
  /** The replies endpoint answers with one more object, `parent_comment`. */
  readonly parentComment?: true;
}

export interface StoredEndpointFact extends Omit<LiveEndpointFact, 'pages'> {
  readonly liveId: string;
}

export interface OtherEndpointFact {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly credential: 'accessKey' | 'session' | 'none';
  readonly metered: boolean;
  /** Members of the JSON body, all strings. */
  readonly body?: readonly string[];
}
