/** The questions that can be asked, as listed by the sidebar and the start page. */
import { foldAccents } from '#shared/fold.ts';
import { isDataEndpoint, platforms } from '#shared/catalogue/types.ts';
import type { Catalogue, DataEndpoint, Platform, Resource } from '#shared/catalogue/types.ts';
import { rankOf, wordsOf } from '#renderer/components/find.ts';
import { nameOfPlatform } from '#renderer/components/platforms.tsx';

export interface QuestionGroup {
  /** Null: the service describes them, and they aren't of a platform we know. */
  platform: Platform | null;
  questions: DataEndpoint[];
}

/** Returns questions on live data by platform; stored data is a switch in the form, not a question. */
export function groupQuestions(catalogue: Catalogue): QuestionGroup[] {
  const listed = catalogue.endpoints.filter(isDataEndpoint).filter(isListed);
  return [...platforms, null]
    .map((platform) => ({
      platform,
      questions: listed.filter((question) => question.platform === platform),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** Questions that the service no longer describes are only found in their tabs and runs. */
const isListed = ({ kind, discovered }: DataEndpoint): boolean =>
  discovered === null ? kind === 'live' : discovered === 'described';

/**
 * Returns the questions that match every typed word: by title first, then platform, description and the
 * fields of an answer. The group with the best match is first, so that Enter opens the best question.
 */
export function findQuestions(catalogue: Catalogue, typed: string): QuestionGroup[] {
  const words = wordsOf(typed);
  const groups = groupQuestions(catalogue);
  if (words.length === 0) return groups;
  const ranked = groups.flatMap(({ platform, questions }) => {
    const matching = questions.flatMap((question) => {
      const rank = rankOf(textsOf(question, catalogue.resources), words);
      return rank === null ? [] : [{ question, rank }];
    });
    const sorted = matching.toSorted((a, b) => a.rank - b.rank);
    const best = sorted[0]?.rank;
    if (best === undefined) return [];
    return [{ platform, questions: sorted.map(({ question }) => question), best }];
  });
  return ranked
    .toSorted((a, b) => a.best - b.best)
    .map(({ platform, questions }) => ({ platform, questions }));
}

/** Returns the searched texts of a question, most important first. */
function textsOf(question: DataEndpoint, resources: Resource[]): string[] {
  const { title, platform, discovered, description, noun } = question;
  const resource = resources.find(({ id }) => id === question.resource);
  return [
    title,
    `${nameOfPlatform(platform)} ${discovered === null ? '' : 'discovered'}`,
    `${description} ${noun} ${resource?.many ?? ''}`,
    (resource?.fields ?? []).map(({ name, label }) => `${name} ${label}`).join(' '),
  ].map(foldAccents);
}
