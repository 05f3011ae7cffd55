/** *Open recipe…*: a methods sheet's JSON back into what a form takes. */
import { methodsSheetSchema } from '#shared/contract/export/methods-sheet.ts';
import type { MethodsSheet, Recipe } from '#shared/contract/export/methods-sheet.ts';
import type { KnownEndpoint } from '#shared/description/in-force.ts';
import { validateQuery } from '#shared/query/validate.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { ownProblem, ProblemError } from '../../problem-error.ts';
import { isPseudonym } from '../privacy/replacer.ts';

interface RecipeDeps {
  lookUp: (endpointId: string) => KnownEndpoint | null;
  /** The service in use; null before one was chosen. */
  profileId: () => string | null;
}

/** @throws ProblemError when the text is no methods sheet that this version can read. */
export function openRecipe(text: string, { lookUp, profileId }: RecipeDeps): Recipe {
  const sheet = readSheet(text);
  const notices = new Set<string>();
  for (const { query, title, service } of sheet.runs) {
    const known = lookUp(query.endpointId);
    if (known === null) {
      notices.add(`“${title}”: this version doesn’t have that question.`);
    } else if (Object.keys(validateQuery(known.endpoint, query, known.resource)).length > 0) {
      notices.add(`“${title}”: some values are no longer allowed; the form marks them.`);
    }
    if (sheet.pseudonymSecret !== null && Object.values(query.values).some(isPseudonym)) {
      notices.add(
        `“${title}”: the account was replaced by a pseudonym; enter its name before you run it.`,
      );
    }
    if (service.profileId !== profileId()) {
      notices.add(
        service.profileId === sampleProfileId
          ? 'It was run on the sample service, which is not in use now.'
          : `It was run on ${service.address}, which is not in use now.`,
      );
    }
  }
  return {
    queries: sheet.runs.map(({ title, query, pages, service }) => ({
      title,
      query,
      pages,
      service,
    })),
    spec: sheet.spec,
    notices: [...notices],
  };
}

function readSheet(text: string): MethodsSheet {
  const value = parse(text);
  const parsed = methodsSheetSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (isNewer(value)) {
    throw new ProblemError(
      ownProblem(
        'invalid_input',
        'A newer version of the program wrote this methods sheet.',
        'Open it with that version.',
      ),
    );
  }
  throw new ProblemError(noSheet(text));
}

/** Undefined for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isNewer(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'social-data-explorer/methods' &&
    'version' in value &&
    typeof value.version === 'number' &&
    value.version > 1
  );
}

const beside = 'Choose the file beside it whose name ends in .methods.json.';

/** By how they begin; the first that fits. */
const kinds: readonly (readonly [beginning: RegExp, title: string, advice: string])[] = [
  [
    /^PK[\s\S]{10,40}?(?:\[Content_Types\]|_rels\/|docProps\/|xl\/)/,
    'This is a workbook, not its methods sheet.',
    beside,
  ],
  [
    // oxlint-disable-next-line no-control-regex -- an archive begins with them
    /^PK[\u0003\u0005]/,
    'This is a zip archive.',
    'Unpack it, then choose the file in it whose name ends in .methods.json.',
  ],
  [/^PAR1/, 'This is a Parquet file, not its methods sheet.', beside],
  [
    /^\uFEFF?# How .* was made/,
    'This is the methods sheet for reading; it can’t be opened as a form.',
    beside,
  ],
  [
    /^\s*\{\s*"kind":\s*"social-data-explorer\/methods"/,
    'This methods sheet is damaged, or part of it is missing.',
    'Choose another copy of it.',
  ],
  [/^\uFEFF?\{.*\}\r?\n\{/, 'These are saved rows, not their methods sheet.', beside],
  [/^\s*[{[]/, 'This is not a methods sheet.', beside],
];

/** @param text The beginning of the file, as UTF-8 whatever it is. */
function noSheet(text: string): Problem {
  const [, title, advice] = kinds.find(([beginning]) => beginning.test(text)) ?? [
    null,
    'This is a text or a table, not a methods sheet.',
    beside,
  ];
  return ownProblem('invalid_input', title, advice);
}
