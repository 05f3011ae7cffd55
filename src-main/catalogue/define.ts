/** Shorthands for describing an endpoint, so that a catalogue entry contains only its particulars. */
import {
  type DataEndpoint,
  type Endpoint,
  type KnownResourceId,
  type Parameter,
  type Platform,
  defaultOptionNames,
} from '#shared/catalogue/types.ts';
import { storedId } from '#shared/catalogue/data-from.ts';
import { choice, optionalQuery, since, until } from './parameters.ts';

type LiveDescription = Pick<DataEndpoint, 'id' | 'path' | 'title' | 'description' | 'noun'> &
  Partial<
    Pick<
      DataEndpoint,
      | 'parameters'
      | 'pathEvidence'
      | 'extra'
      | 'pages'
      | 'counted'
      | 'usualPage'
      | 'pageRule'
      | 'newestFirst'
      | 'notes'
    >
  > & {
    resource: KnownResourceId;
    example: Record<string, string>;
  };

/** What endpoints are unless their description says otherwise. */
export const plainEndpoint = {
  method: 'GET',
  pathEvidence: 'documented',
  discovered: null,
  optionNames: defaultOptionNames,
  parameters: [],
  extra: null,
  metered: false,
  trialAllowed: false,
  pages: false,
  counted: [],
  usualPage: null,
  pageRule: null,
  newestFirst: null,
  notes: [],
} satisfies Partial<Endpoint>;

/**
 * Describes a live endpoint. Specification, Endpoints: unless stated otherwise they need an access key,
 * are metered, are refused to trial keys, and return the live envelope.
 */
export const live =
  (platform: Platform) =>
  (given: LiveDescription): DataEndpoint => ({
    ...plainEndpoint,
    kind: 'live',
    platform,
    envelope: 'live',
    credential: 'accessKey',
    metered: true,
    pages: true,
    ...given,
  });

/**
 * Stored-data endpoints. The specification names their options (`fields`, `since`, `until`,
 * `responseType`) but not their paths, so each is assumed from the live endpoint of the same
 * question: its path without `/live`, its parameters, and those of the options it lacks.
 */
const responseType = optionalQuery({
  key: 'responseType',
  label: 'Answer',
  type: {
    kind: 'choice',
    closed: true,
    always: true,
    choices: [
      choice('fast', 'First page right away'),
      choice('paging', 'Everything, in the background'),
      choice('csv', 'CSV made by the service'),
    ],
  },
});

const withOptions = (parameters: Parameter[]): Parameter[] => {
  const known = new Set(parameters.map((parameter) => parameter.key));
  const missing = [since, until, responseType].filter((option) => !known.has(option.key));
  return [...parameters, ...missing];
};

/** Returns the stored variant of a live endpoint that pages; its id is the live id plus `.stored`. */
export const storedVariant = (endpoint: DataEndpoint): DataEndpoint => ({
  ...endpoint,
  id: storedId(endpoint.id),
  kind: 'stored',
  path: endpoint.path.replace(/\/live$/, ''),
  pathEvidence: 'assumed',
  parameters: withOptions(endpoint.parameters),
  envelope: 'stored',
  trialAllowed: true,
  pages: false,
  usualPage: null,
  pageRule: null,
  newestFirst: null,
  notes: [],
});
