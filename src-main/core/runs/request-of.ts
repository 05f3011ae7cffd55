/** The request that fetches a run's next page, and what is told of it when it fails. */
import { assertNever } from '#shared/assert-never.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import { storedId } from '#shared/query/data-from.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';
import type { Continuation, ServiceRequest } from '#shared/query/request.ts';
import type { RequestContext } from '../service/told.ts';
import type { LiveRun, Place } from './live-run.ts';

/** The request at `place`. An operation is asked for by itself (`poll-operation.ts`). */
export function requestOf(live: LiveRun, place: Place | null): ServiceRequest {
  // The pages of a finished operation are asked for as pages, whatever was asked first.
  const query =
    place?.kind === 'storedPage'
      ? { ...live.query, values: { ...live.query.values, responseType: 'paging' } }
      : live.query;
  return buildRequest(live.endpoint, query, continuationOf(place));
}

function continuationOf(place: Place | null): Continuation | null {
  if (place === null) return null;
  switch (place.kind) {
    case 'first':
    case 'operation':
      return null;
    case 'cursor':
    case 'storedPage':
      return place;
    default:
      return assertNever(place);
  }
}

export function contextOf(
  live: LiveRun,
  sentWith: CredentialKind,
  timeoutMs: number,
  attempts: number,
): RequestContext {
  const { cursor, endpoint } = live;
  // The cursor's value stays out of everything that is shown or kept (checklist 26).
  const shown: Place | null = cursor?.kind === 'cursor' ? { kind: 'cursor', value: '…' } : cursor;
  return {
    target: decodeMark(requestTarget(requestOf(live, shown))),
    withCursor: cursor?.kind === 'cursor' || cursor?.kind === 'storedPage',
    thing: live.resource.one,
    ...spokenOf(endpoint),
    hasStored: catalogue.endpoints.some(({ id }) => id === storedId(endpoint.id)),
    timeoutMs,
    attempts,
    sentWith,
  };
}

/** The last part of a path that is filled in names what is asked for: a comment, not its post. */
function spokenOf({
  parameters,
  optionNames,
}: DataEndpoint): Pick<RequestContext, 'mainParameter' | 'asksForOne' | 'parameters'> {
  const inPath = parameters.findLast(({ place }) => place === 'path');
  const main = inPath ?? parameters.find(({ required }) => required);
  return {
    mainParameter: main?.key ?? null,
    asksForOne: inPath !== undefined,
    parameters: [...parameters, { key: 'fields', wire: optionNames.fields }],
  };
}

const decodeMark = (target: string): string => target.replace(/=%E2%80%A6$/, '=…');
