/**
 * What ids stand for. A question about one post is asked by its id, which means nothing to a person:
 * the first words of the post are stored as soon as its row is available, for the names of tabs and
 * runs (`components/names.ts`).
 */
import { useEffect } from 'react';
import { memberOf, isDataEndpoint, type Platform } from '#shared/catalogue/types.ts';
import { mostSubjects, type Snapshot } from '#shared/contract/snapshot.ts';
import type { Column, Row, Run } from '#shared/contract/run.ts';
import type { Query } from '#shared/query/types.ts';
import { queryAbout } from '#shared/query/words.ts';
import { activeTabOf, useApp } from './app.ts';
import { findRowAtHand } from './rows.ts';
import { changeWorkspace } from './workspace.ts';

/** Enough for the name of a tab. */
const mostLetters = 60;

/** Stores what the query is about, if a row says so and it isn't known yet. */
export function learnSubject(query: Query): void {
  const { snapshot, runs } = useApp.getState();
  const endpoint = snapshot?.catalogue.endpoints.find(({ id }) => id === query.endpointId);
  const id = endpoint === undefined ? undefined : queryAbout(endpoint, query)?.value;
  if (snapshot === null || endpoint === undefined || id === undefined) return;
  const { platform } = endpoint;
  const isKnown = snapshot.workspace.subjects.some(
    (one) => one.id === id && one.platform === platform,
  );
  if (isKnown || id.length > 200) return;
  const identities = identityFields(snapshot, platform);
  const found = findRowAtHand((runId, row) => {
    const identity = identities.get(runs[runId]?.resource ?? '');
    // Forum ids have a prefix that questions omit.
    return identity !== undefined && String(memberOf(row, identity)).replace(/^t\d_/, '') === id;
  });
  const run = found === null ? undefined : runs[found.runId];
  const words = found === null || run === undefined ? '' : firstWords(found.row, run);
  if (run === undefined || words === '') return;
  const subject = { platform, id, words, runId: run.id };
  changeWorkspace(({ subjects }) => ({ subjects: [...subjects, subject].slice(-mostSubjects) }));
}

/** Stores what the question on screen is about, as soon as that is known. */
export function useSubjects(): void {
  const tab = useApp(({ snapshot }) => activeTabOf(snapshot));
  const query = tab?.query;
  const hasRows = useApp(({ runs }) => (runs[tab?.runId ?? '']?.rowCount ?? 0) > 0);
  useEffect(() => {
    if (query !== undefined) learnSubject(query);
    // Its own rows may contain it.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [query, hasRows]);
}

/** Discards the words from deleted runs, and returns them. */
export function forgetSubjects(runIds: ReadonlySet<string>): Snapshot['workspace']['subjects'] {
  const subjects = useApp.getState().snapshot?.workspace.subjects ?? [];
  const kept = subjects.filter(({ runId }) => !runIds.has(runId));
  if (kept.length < subjects.length) changeWorkspace(() => ({ subjects: kept }));
  return subjects.filter((one) => !kept.includes(one));
}

/** The field that identifies an item, by resource. */
function identityFields({ catalogue }: Snapshot, platform: Platform | null): Map<string, string> {
  const asked = catalogue.endpoints.filter(isDataEndpoint).map(({ resource }) => resource);
  return new Map(
    catalogue.resources
      .filter((resource) => resource.platform === platform && asked.includes(resource.id))
      .map(({ id, identity }) => [id, identity]),
  );
}

/** Returns the username for accounts, and the text or its closest equivalent for everything else. */
function firstWords(row: Row, { resource, columns }: Run): string {
  const meanings: Column['meaning'][] = resource.endsWith('.user')
    ? ['username', 'name']
    : ['text', 'name'];
  for (const meaning of meanings) {
    for (const { field } of columns.filter((column) => column.meaning === meaning)) {
      const text = memberOf(row, field);
      if (typeof text === 'string' && text.trim() !== '') return shorten(text);
    }
  }
  return '';
}

/** Shortens text to whole words on one line. */
function shorten(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const letters = Array.from(line);
  if (letters.length <= mostLetters) return line;
  const cut = letters.slice(0, mostLetters).join('');
  const end = cut.lastIndexOf(' ');
  // Languages without spaces are cut anywhere.
  return `${end > cut.length / 2 ? cut.slice(0, end) : cut}…`;
}
