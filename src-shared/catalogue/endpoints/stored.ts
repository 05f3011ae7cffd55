/**
 * Stored-data endpoints. The specification names their options (`fields`, `since`, `until`,
 * `responseType`) but not their paths, so each is assumed from the live endpoint of the same
 * question: its path without `/live`, its parameters, and those of the options it lacks.
 */
import { storedId } from '../../query/data-from.ts';
import { choice, optionalQuery, since, until } from '../parameters.ts';
import type { DataEndpoint, Parameter } from '../types.ts';

const responseType = optionalQuery({
  key: 'responseType',
  label: 'Answer',
  type: {
    kind: 'choice',
    closed: true,
    always: true,
    choices: [
      choice('fast', 'First page at once'),
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

/** The stored variant of a live endpoint that pages; its id is the live id plus `.stored`. */
export const storedVariant = (live: DataEndpoint): DataEndpoint => ({
  ...live,
  id: storedId(live.id),
  kind: 'stored',
  path: live.path.replace(/\/live$/, ''),
  pathEvidence: 'assumed',
  parameters: withOptions(live.parameters),
  envelope: 'stored',
  trialAllowed: true,
  pages: false,
  usualPage: null,
  pageRule: null,
  notes: [],
});
