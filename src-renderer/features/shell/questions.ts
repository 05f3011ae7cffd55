/** The questions that can be asked, as listed by the sidebar and found by the palette. */
import { isDataEndpoint, platforms } from '#shared/catalogue/types.ts';
import type { Catalogue, DataEndpoint, Platform, Resource } from '#shared/catalogue/types.ts';

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

/** Returns what a question is found by besides its title: what it is about, and the fields of an answer. */
export function textsOf(
  { discovered, description, noun, resource: id }: DataEndpoint,
  resources: Resource[],
): string {
  const resource = resources.find((one) => one.id === id);
  const fields = (resource?.fields ?? []).map(({ name, label }) => `${name} ${label}`);
  return [
    discovered === null ? '' : 'discovered',
    description,
    noun,
    resource?.many,
    ...fields,
  ].join(' ');
}
