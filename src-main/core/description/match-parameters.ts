/**
 * Matches the description's parameters to ours. By name first; then, for assumed names, by type, values
 * and words.
 */
import { quoted } from '#shared/characters.ts';
import { isOption, optionNameOf, optionsOf } from './facts.ts';
import type { DescribedOperation, DescribedParameter } from './described.ts';
import { matchByLikeness, whyMissing, shared, wordsOf } from './matching.ts';
import { fitsType } from '#shared/catalogue/parameter-kinds.ts';
import type { Endpoint, Parameter } from '#shared/catalogue/types.ts';

export interface MatchedParameter {
  parameter: Parameter;
  described: DescribedParameter;
  /** How it was recognised, in a sentence. */
  reason: string;
}

export interface MatchedParameters {
  matched: MatchedParameter[];
  /** Ours without a match: why, and which candidates there are. */
  missing: { parameter: Parameter; why: string; candidates: DescribedParameter[] }[];
  /** Theirs without a match. */
  others: DescribedParameter[];
}

/**
 * @param knownNames Names that the specification uses for other things: a parameter called `lang` is
 * not the keyword, whatever else is missing.
 */
export function matchParameters(
  endpoint: Endpoint,
  operation: DescribedOperation,
  knownNames: ReadonlySet<string>,
): MatchedParameters {
  const ours = endpoint.parameters.filter(({ place }) => place === 'query');
  const options = new Set(optionsOf(endpoint).map((key) => optionNameOf(endpoint, operation, key)));
  const theirs = operation.query.filter(({ name }) => !options.has(name) && !isOption(name));
  const byName = ours.flatMap((parameter): MatchedParameter[] => {
    const described = theirs.find(({ name }) => name === parameter.wire);
    return described === undefined
      ? []
      : [{ parameter, described, reason: 'It has the same name.' }];
  });
  const unmatched = {
    ours: ours.filter((one) => !byName.some(({ parameter }) => parameter === one)),
    theirs: theirs.filter((one) => !byName.some(({ described }) => described === one)),
  };
  const free = unmatched.theirs.filter(({ name }) => !knownNames.has(name));
  const { pairs, candidates } = matchByLikeness(unmatched.ours, free, scoreOf, {
    least: 1,
    lead: 1,
  });
  const matched = [...pairs]
    .filter(([{ evidence }]) => evidence === 'assumed')
    .map(([parameter, described]) => ({
      parameter,
      described,
      reason: reasonFor(parameter, described),
    }));
  const isTaken = (one: DescribedParameter): boolean =>
    matched.some(({ described }) => described === one);
  return {
    matched: [...byName, ...matched],
    missing: unmatched.ours
      .filter((one) => !matched.some(({ parameter }) => parameter === one))
      .map((parameter) => {
        const only = pairs.get(parameter);
        const all = only === undefined ? candidates(parameter).map(({ item }) => item) : [only];
        return {
          parameter,
          candidates: all.filter((one) => !isTaken(one)),
          why: whyMissing('thing', all.length),
        };
      }),
    others: unmatched.theirs.filter((one) => !isTaken(one)),
  };
}

/**
 * Our values have the most weight, then whether it is required, then words. Another type rules it out.
 */
function scoreOf(parameter: Parameter, described: DescribedParameter): number {
  if (!fitsType(parameter.type, described)) return 0;
  const takesOurs = ourValues(parameter, described).length > 0;
  const isAsNeeded = described.required === parameter.required;
  return (
    1 +
    (takesOurs ? 4 : 0) +
    (isAsNeeded ? 2 : 0) +
    (alike(parameter, described).length > 0 ? 1 : 0)
  );
}

function reasonFor(parameter: Parameter, described: DescribedParameter): string {
  const values = ourValues(parameter, described);
  if (values.length > 0) return `It fits best: it takes ${values.join(', ')}.`;
  const words = alike(parameter, described);
  return words.length > 0
    ? `It fits best: it mentions ${words.map(quoted).join(', ')}.`
    : 'It is the best match of those left.';
}

const ourValues = ({ type }: Parameter, { values }: DescribedParameter): string[] =>
  type.kind === 'choice'
    ? type.choices.flatMap(({ value }) => (values?.includes(value) === true ? [value] : []))
    : [];

const alike = ({ key, label, help, missing }: Parameter, described: DescribedParameter): string[] =>
  shared(wordsOf(key, label, help, missing), wordsOf(described.name, described.description));
