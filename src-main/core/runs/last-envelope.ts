/** The envelope of the last stored page: what it says beside its rows decides what follows. */
import { parseJson } from '../json/index.ts';
import type { JsonObject } from '../json/index.ts';
import type { StoredRun } from '../store/stored-run.ts';
import { asRow } from './as-row.ts';

/** Null when there is no page, or when it can't be read. */
export async function lastEnvelope(stored: StoredRun): Promise<JsonObject | null> {
  const last = stored.pages.at(-1);
  const body = last === undefined ? undefined : await stored.pageBody(last.page);
  if (body === undefined) return null;
  const answer = asRow(parseJson(body.toString('utf8')));
  // The page of an operation is in its result.
  return asRow(answer?.['result']) ?? answer;
}
