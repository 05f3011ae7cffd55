/** *Open recipe…*: turns a methods sheet, or the recipe in a workbook, into the values of a form. */
import { quoted } from '#shared/characters.ts';
import { stepRecipeSchema } from '#shared/contract/recipe.ts';
import type { OpenedRecipe, RecipeQuestion, StepRecipe } from '#shared/contract/recipe.ts';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { countOf } from '#shared/counts.ts';
import type { KnownEndpoint } from '../../description/effective-catalogue.ts';
import { isPseudonym } from '#shared/catalogue/parameter-kinds.ts';
import { validateQuery } from '#shared/query/values.ts';
import { isSameService, sampleProfileId } from '#shared/service/profile.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { ownProblem, ProblemError, refused } from '../../problem-error.ts';
import { isNewer, recipeFileSchema } from './provenance.ts';
import type { RecipeFile } from './provenance.ts';
import { jsonIn } from '../../json/index.ts';

interface RecipeDeps {
  lookUp: (endpointId: string) => KnownEndpoint | null;
  /** The service in use; null before one is chosen. */
  profile: () => Profile | null;
}

/** @throws ProblemError when the text contains no recipe that this version can read. */
export function openRecipe(text: string, deps: RecipeDeps): OpenedRecipe {
  const { lookUp, profile } = deps;
  const sheet = readSheet(text);
  if (!('runs' in sheet)) return openSteps(sheet, deps);
  if (sheet.runs.some(({ derived }) => derived !== null)) {
    throw refused(
      'These rows were worked out from other runs, so they have no question to ask again.',
      'Open the recipe of one of those runs.',
    );
  }
  const notices = new Set<string>();
  for (const { query, title, service, list } of sheet.runs) {
    const known = lookUp(query.endpointId);
    const problems = known && validateQuery(known.endpoint, query, known.resource);
    if (known === null || problems === null) {
      notices.add(`${quoted(title)}: this version doesn’t have that question.`);
    } else if (Object.values(query.values).some(isPseudonym)) {
      notices.add(
        `${quoted(title)}: the account was replaced by a pseudonym; enter its name before you run it.`,
      );
    } else if (Object.keys(problems).some((key) => list?.keys.includes(key) !== true)) {
      notices.add(`${quoted(title)}: some values are no longer allowed; the form marks them.`);
    }
    if (known !== null && list !== null) notices.add(listNotice(title, list, known.endpoint));
    if (!isSameService(service, profile())) notices.add(notInUse(service));
  }
  return {
    kind: 'questions',
    queries: sheet.runs.map((one) => {
      const { derived: _, ...run } = one;
      return run;
    }),
    spec: sheet.spec,
    notices: [...notices],
  };
}

const notInUse = ({ profileId, address }: RecipeQuestion['service']): string =>
  profileId === sampleProfileId
    ? 'It was run on the sample service, which is not in use now.'
    : `It was run on ${address}, which is not in use now.`;

function openSteps(recipe: StepRecipe, { lookUp, profile }: RecipeDeps): OpenedRecipe {
  const { steps, service } = recipe;
  const isKnown = steps.every(({ query }) => lookUp(query.endpointId) !== null);
  return {
    kind: 'steps',
    recipe,
    notices: [
      ...(isKnown ? [] : ['This version doesn’t have one of its questions, so it can’t be run.']),
      ...(isSameService(service, profile()) ? [] : [notInUse(service)]),
    ],
  };
}

/** Without its list the form lacks a required value, so it can't be run by mistake. */
function listNotice(
  title: string,
  { keys, count }: NonNullable<RecipeQuestion['list']>,
  { parameters }: DataEndpoint,
): string {
  const labels = parameters.filter(({ key }) => keys.includes(key)).map(({ label }) => label);
  return `${quoted(title)} needs a list of ${countOf(count, 'input')} for ${labels.join(' and ')}: choose it when the form opens. A recipe doesn’t hold the inputs, because they may name people.`;
}

function readSheet(text: string): RecipeFile | StepRecipe {
  const value = jsonIn(recipeIn(text));
  const parsed = recipeFileSchema.safeParse(value);
  if (parsed.success) return parsed.data.recipe ?? parsed.data;
  const steps = stepRecipeSchema.safeParse(value);
  if (steps.success) return steps.data;
  if (isNewer(value)) {
    throw refused(
      'A newer version of the program wrote this methods sheet.',
      'Open it with that version.',
    );
  }
  throw new ProblemError(noSheet(text));
}

/** The JSON in a text: all of a methods sheet, or a part of the readable sheet or of a workbook. */
function recipeIn(text: string): string {
  // Editors and Git may change the ends of lines; JSON may have others inside that are no ends to it.
  const inSheet = /^```json\r?\n(\{[^\r\n]*\})\r?\n```\r?$/m.exec(text)?.[1];
  if (isMarkdown.test(text) && inSheet !== undefined) return inSheet;
  const inWorkbook = workbookRecipe.exec(text)?.[1];
  return inWorkbook === undefined ? text : unescaped(inWorkbook);
}

const isMarkdown = /^\uFEFF?# How .* was made/;

/** A part of the workbook's archive; programs that save the workbook again preserve it. */
const workbookRecipe =
  /^\uFEFF?(?:<\?xml[^>]*\?>)?\s*<recipe xmlns="urn:social-data-explorer:recipe">([^<]*)<\/recipe>/;

/** @param json a recipe. */
export const recipeXml = (json: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<recipe xmlns="urn:social-data-explorer:recipe">${escaped(json)}</recipe>`;

const escaped = (json: string): string =>
  json
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    // XML has no way to write these; JSON does.
    .replaceAll('\uFFFE', String.raw`\uFFFE`)
    .replaceAll('\uFFFF', String.raw`\uFFFF`);

const unescaped = (xml: string): string =>
  xml
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const beside = 'If there is a file beside it whose name ends in .methods.json, choose that.';

/** Files by their first bytes; the first match applies. */
const kinds: readonly (readonly [beginning: RegExp, title: string, advice: string])[] = [
  [
    /^PK[\s\S]{10,40}?(?:\[Content_Types\]|_rels\/|docProps\/|xl\/)/,
    'There is no recipe in this workbook.',
    `It was saved without a methods sheet, or by another program. ${beside}`,
  ],
  [
    // oxlint-disable-next-line no-control-regex -- an archive begins with them
    /^PK[\u0003\u0005]/,
    'There is no methods sheet in this archive.',
    'Choose an archive that was saved with one.',
  ],
  [/^PAR1/, 'This is a Parquet file, not its methods sheet.', beside],
  [
    // Read as UTF-8, its mark is no character, and every other byte is a zero.
    /^(?:\uFFFD{2})?(?:[^\0]\0|\0[^\0])/,
    'This file is saved as UTF-16.',
    'Save it as UTF-8, then open it again.',
  ],
  [
    isMarkdown,
    'There is no recipe in this methods sheet: an older version wrote it, or part of it is missing.',
    beside,
  ],
  [
    /^\s*\{\s*"kind":\s*"social-data-explorer\/methods"/,
    'This methods sheet is damaged, or part of it is missing.',
    'Choose another copy of it.',
  ],
  [
    /^\s*\{\s*"kind":\s*"social-data-explorer\/steps"/,
    'This recipe is damaged, or part of it is missing.',
    'Choose another copy of it.',
  ],
  [/^\uFEFF?\{.*\}\r?\n\{/, 'These are saved rows, not their methods sheet.', beside],
  [/^\s*[{[]/, 'This is not a methods sheet.', beside],
];

/** @param text the beginning of the file, decoded as UTF-8 whatever it is. */
function noSheet(text: string): Problem {
  const [, title, advice] = kinds.find(([beginning]) => beginning.test(text)) ?? [
    null,
    'This is a text or a table, not a methods sheet.',
    beside,
  ];
  return ownProblem('invalid_input', title, advice);
}
