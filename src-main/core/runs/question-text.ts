/** The questions of a run as path and query string, with marks in place of a list's inputs. */
import { withCells } from '#shared/query/list.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';
import type { Query } from '#shared/query/types.ts';
import type { LiveRun } from './live-run.ts';

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
