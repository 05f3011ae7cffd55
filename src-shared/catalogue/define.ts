/** Short ways to describe an endpoint, so that a catalogue entry says only what is particular. */
import { usualOptionNames } from './types.ts';
import type { DataEndpoint, KnownResourceId, Platform } from './types.ts';

type LiveDescription = Pick<DataEndpoint, 'id' | 'path' | 'title' | 'description' | 'noun'> &
  Partial<
    Pick<
      DataEndpoint,
      'parameters' | 'pathEvidence' | 'extra' | 'pages' | 'usualPage' | 'pageRule' | 'notes'
    >
  > & {
    resource: KnownResourceId;
    example: Record<string, string>;
  };

/**
 * A live endpoint. Specification, Endpoints: unless stated otherwise they need an access key, are
 * metered, are refused to trial keys, and return the live envelope.
 */
export const live =
  (platform: Platform) =>
  (given: LiveDescription): DataEndpoint => ({
    kind: 'live',
    platform,
    method: 'GET',
    pathEvidence: 'documented',
    discovered: null,
    optionNames: usualOptionNames,
    parameters: [],
    envelope: 'live',
    extra: null,
    credential: 'accessKey',
    metered: true,
    trialAllowed: false,
    pages: true,
    usualPage: null,
    pageRule: null,
    notes: [],
    ...given,
  });
