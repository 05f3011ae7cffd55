/** The questions a person can ask, as the sidebar and the start page list them. */
import { isDataEndpoint, platforms } from '#shared/catalogue/types.ts';
import type { Catalogue, DataEndpoint, Platform, Resource } from '#shared/catalogue/types.ts';
import { fold, rankOf, wordsOf } from '../../components/find.ts';
import { nameOfPlatform } from '../../components/platforms.tsx';

export interface QuestionGroup {
  /** Null: the service describes them, of no platform that we know. */
  platform: Platform | null;
  questions: DataEndpoint[];
}

/** Questions on live data by platform; stored data is a switch in the form, not a question. */
export function groupQuestions(catalogue: Catalogue): QuestionGroup[] {
  const listed = catalogue.endpoints.filter(isDataEndpoint).filter(isListed);
  return [...platforms, null]
    .map((platform) => ({
      platform,
      questions: listed.filter((question) => question.platform === platform),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** What the service described once and no longer does is found in its tabs and runs only. */
const isListed = ({ kind, discovered }: DataEndpoint): boolean =>
  discovered === null ? kind === 'live' : discovered === 'described';

/**
 * The questions that fit every word typed: by title first, then platform, sentence and the
 * fields an answer has. The best group comes first, so that Enter opens the best question.
 */
export function findQuestions(catalogue: Catalogue, typed: string): QuestionGroup[] {
  const words = wordsOf(typed);
  const groups = groupQuestions(catalogue);
  if (words.length === 0) return groups;
  const ranked = groups.flatMap(({ platform, questions }) => {
    const fitting = questions.flatMap((question) => {
      const rank = rankOf(textsOf(question, catalogue.resources), words);
      return rank === null ? [] : [{ question, rank }];
    });
    const sorted = fitting.toSorted((a, b) => a.rank - b.rank);
    const best = sorted[0]?.rank;
    if (best === undefined) return [];
    return [{ platform, questions: sorted.map(({ question }) => question), best }];
  });
  return ranked
    .toSorted((a, b) => a.best - b.best)
    .map(({ platform, questions }) => ({ platform, questions }));
}

/** What a question is found by, the best first. */
function textsOf(question: DataEndpoint, resources: Resource[]): string[] {
  const { title, platform, discovered, description, noun } = question;
  const resource = resources.find(({ id }) => id === question.resource);
  return [
    title,
    `${nameOfPlatform(platform)} ${discovered === null ? '' : 'discovered'}`,
    `${description} ${noun} ${resource?.many ?? ''}`,
    (resource?.fields ?? []).map(({ name, label }) => `${name} ${label}`).join(' '),
  ].map(fold);
}
