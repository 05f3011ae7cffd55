/**
 * Which parameter of the description is which of ours. By name first; then, for names that we
 * assumed, by what only one of them can be. Where more than one fits, none is taken.
 */
import { isOption, optionNameOf, optionsOf } from './facts.ts';
import type { DescribedOperation, DescribedParameter } from './described.ts';
import { shared, wordsOf } from './words.ts';
import { fitsType } from '../catalogue/parameter-kinds.ts';
import type { Endpoint, Parameter } from '../catalogue/types.ts';

export interface MatchedParameter {
  parameter: Parameter;
  described: DescribedParameter;
  /** How it was recognised, in a sentence. */
  reason: string;
}

export interface MatchedParameters {
  matched: MatchedParameter[];
  /** Ours that were not found: why, and which it could be. */
  missing: { parameter: Parameter; why: string; candidates: DescribedParameter[] }[];
  /** Theirs that are none of ours. */
  others: DescribedParameter[];
}

/**
 * @param knownNames Names that the specification uses for other things: a parameter called `lang`
 *   is not the keyword, whatever else is missing.
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
  const left = {
    ours: ours.filter((one) => !byName.some(({ parameter }) => parameter === one)),
    theirs: theirs.filter((one) => !byName.some(({ described }) => described === one)),
  };
  const free = left.theirs.filter(({ name }) => !knownNames.has(name));
  const found = left.ours.map((parameter) => recognise(parameter, left.ours, free));
  // Two of ours can't both be the same of theirs: then neither is.
  const taken = found.filter(
    (one): one is Found =>
      'described' in one &&
      found.filter((other) => 'described' in other && other.described === one.described).length ===
        1,
  );
  const matched = taken.filter(({ parameter }) => parameter.evidence === 'assumed');
  const isMatched = (one: DescribedParameter): boolean =>
    matched.some(({ described }) => described === one);
  return {
    matched: [...byName, ...matched],
    missing: left.ours
      .filter((one) => !matched.some(({ parameter }) => parameter === one))
      .map((parameter) => {
        const fitting = taken.find((one) => one.parameter === parameter);
        const candidates =
          fitting === undefined
            ? free.filter((one) => fitsType(parameter.type, one))
            : [fitting.described];
        return {
          parameter,
          candidates: candidates.filter((one) => !isMatched(one)),
          why: whyMissing(candidates.length),
        };
      }),
    others: left.theirs.filter((one) => !isMatched(one)),
  };
}

const whyMissing = (candidates: number): string =>
  candidates === 0
    ? 'The service’s description names nothing that could be this.'
    : candidates === 1
      ? 'The service’s description names one thing that could be this, but not certainly.'
      : `The service’s description names ${candidates} things that could be this.`;

type Found = MatchedParameter;

function recognise(
  parameter: Parameter,
  left: readonly Parameter[],
  theirs: readonly DescribedParameter[],
): Found | { parameter: Parameter } {
  const fitting = theirs.filter((one) => fitsType(parameter.type, one));
  const found =
    byValues(parameter, fitting) ??
    byElimination(parameter, left, fitting) ??
    byWords(parameter, left, fitting);
  return found === null ? { parameter } : { parameter, ...found };
}

type Recognised = Pick<MatchedParameter, 'described' | 'reason'> | null;

/** The only one whose allowed values are ours. */
function byValues({ type }: Parameter, fitting: readonly DescribedParameter[]): Recognised {
  if (type.kind !== 'choice') return null;
  const ours = type.choices.map(({ value }) => value);
  const alike = fitting.filter(
    ({ values }) => values !== null && values.some((value) => ours.includes(value)),
  );
  const [described, ...more] = alike;
  return described === undefined || more.length > 0
    ? null
    : { described, reason: `It is the only one that takes ${common(ours, described).join(', ')}.` };
}

const common = (ours: readonly string[], { values }: DescribedParameter): string[] =>
  ours.filter((value) => values?.includes(value) === true);

/** The only one that is left, on both sides. */
function byElimination(
  parameter: Parameter,
  left: readonly Parameter[],
  fitting: readonly DescribedParameter[],
): Recognised {
  const needed = fitting.filter(({ required }) => required === parameter.required);
  const [described, ...more] = needed.length > 0 ? needed : fitting;
  if (described === undefined || more.length > 0) return null;
  const rivals = left.filter((one) => one !== parameter && fitsType(one.type, described));
  if (rivals.length > 0) return null;
  return fitting.length === 1
    ? { described, reason: 'It is the only one left that matches.' }
    : {
        described,
        reason: `It is the only ${described.required ? 'required' : 'optional'} one left that matches.`,
      };
}

/** The only one whose name or description speaks of the same. */
function byWords(
  parameter: Parameter,
  left: readonly Parameter[],
  fitting: readonly DescribedParameter[],
): Recognised {
  const spoken = fitting.filter((one) => alike(parameter, one).length > 0);
  const [described, ...more] = spoken;
  if (described === undefined || more.length > 0) return null;
  if (
    left.some(
      (one) =>
        one !== parameter && fitsType(one.type, described) && alike(one, described).length > 0,
    )
  )
    return null;
  return {
    described,
    reason: `It is the only one that mentions “${alike(parameter, described).join('”, “')}”.`,
  };
}

const alike = ({ key, label, help, missing }: Parameter, described: DescribedParameter): string[] =>
  shared(wordsOf(key, label, help, missing), wordsOf(described.name, described.description));
