/** Builds the request that fetches a run's next page, and the context that describes its failure. */
import { assertNever } from '#shared/assert-never.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import { storedId } from '#shared/catalogue/data-from.ts';
import { withCells } from '#shared/query/list.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';
import type { Continuation, ServiceRequest } from '#shared/query/request.ts';
import type { Query } from '#shared/query/types.ts';
import { sentValue } from '#shared/query/values.ts';
import type { RequestContext } from '../service/problem-parts.ts';
import { askedQuery } from './live-run.ts';
import type { LiveRun, RunCursor } from './live-run.ts';

/** Returns the request at `cursor`. Operations are polled separately (`poll-operation.ts`). */
export function requestOf(live: LiveRun, cursor: RunCursor | null): ServiceRequest {
  const { endpoint, until } = live;
  const query = askedQuery(live);
  const values = {
    ...query.values,
    ...(until === null ? {} : { until }),
    // The pages of a finished operation are requested as pages, whatever the first request asked for.
    ...(cursor?.kind === 'storedPage' ? { responseType: 'paging' } : {}),
  };
  return buildRequest(endpoint, { ...query, values }, continuationOf(cursor));
}

function continuationOf(cursor: RunCursor | null): Continuation | null {
  if (cursor === null) return null;
  switch (cursor.kind) {
    case 'first':
    case 'operation':
      return null;
    case 'cursor':
    case 'storedPage':
      return cursor;
    default:
      return assertNever(cursor);
  }
}

export function contextOf(
  live: LiveRun,
  sentWith: CredentialKind,
  timeoutMs: number,
  attempts: number,
): RequestContext {
  const { cursor, endpoint } = live;
  // The cursor's value is never shown or stored (checklist 26).
  const shown: RunCursor | null =
    cursor?.kind === 'cursor' ? { kind: 'cursor', value: '…' } : cursor;
  return {
    target: decodeMark(requestTarget(requestOf(live, shown))),
    withCursor: cursor?.kind === 'cursor' || cursor?.kind === 'storedPage',
    ...subjectOf(live),
    hasStored: catalogue.endpoints.some(({ id }) => id === storedId(endpoint.id)),
    timeoutMs,
    attempts,
    sentWith,
  };
}

/**
 * Describes what is requested, which the last parameter of the path names: a comment, not its post; an
 * account, not the posts it wrote.
 */
function subjectOf(
  live: LiveRun,
): Pick<RequestContext, 'thing' | 'account' | 'mainParameter' | 'asksForOne' | 'parameters'> {
  const { resource } = live;
  const { parameters, optionNames } = live.endpoint;
  const inPath = parameters.findLast(({ place }) => place === 'path');
  const main = inPath ?? parameters.find(({ required }) => required);
  const isAccount = inPath?.type.kind === 'text' && inPath.type.at === true;
  const resourceId = inPath?.takes?.[0]?.resource;
  return {
    thing: isAccount
      ? 'account'
      : (catalogue.resources.find(({ id }) => id === resourceId)?.one ?? resource.one),
    account: isAccount ? sentValue(inPath, askedQuery(live)) : null,
    mainParameter: main?.key ?? null,
    asksForOne: inPath !== undefined,
    parameters: [...parameters, { key: 'fields', wire: optionNames.fields }],
  };
}

const decodeMark = (target: string): string => target.replace(/=%E2%80%A6$/, '=…');

/** Returns the question with `<input>` in place of a list's inputs; the same object without a list. */
export function withMarks({ list }: LiveRun, query: Query): Query {
  if (list === null) return query;
  const { keys } = list.inputs.list;
  const mark = (key: string): string => (keys.length === 1 ? '<input>' : `<input_${key}>`);
  return withCells(query, keys, keys.map(mark));
}

/** Returns the path and query string of a question, with marks unencoded. */
export const targetOf = ({ endpoint }: LiveRun, query: Query): string =>
  requestTarget(buildRequest(endpoint, query)).replaceAll(/%3Cinput(_\w+)?%3E/g, '<input$1>');
