/** Short ways to describe an endpoint, so that a catalogue entry says only what is particular. */
import type { DataEndpoint, Platform, ResourceId } from './types.ts';

type LiveDescription = Pick<DataEndpoint, 'id' | 'path' | 'title' | 'description' | 'noun'> &
  Partial<
    Pick<
      DataEndpoint,
      'parameters' | 'pathEvidence' | 'extra' | 'pages' | 'usualPage' | 'pageRule' | 'notes'
    >
  > & {
    resource: ResourceId;
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
