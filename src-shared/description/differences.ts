/** Where the service's description says otherwise than the specification, and what a person accepted. */
import { aboutFact } from './assumptions.ts';
import type { AssumedFact } from './assumptions.ts';
import { complainAboutCorrection } from './corrections.ts';
import { factId, factValue, nameOfId } from './facts.ts';
import type { FactName } from './facts.ts';
import type { Contradiction, Reconciled } from './reconciled.ts';
import type { Catalogue } from '../catalogue/types.ts';
import type { Difference } from '../contract/description.ts';

interface Sides {
  builtIn: Catalogue;
  /** In force. */
  catalogue: Catalogue;
  corrections: Readonly<Record<string, string>>;
  assumed: readonly AssumedFact[];
}

export function listDifferences(
  { contradictions, additions }: Reconciled,
  sides: Sides,
): Difference[] {
  const needed = additions.flatMap(({ endpointId, described }): Contradiction[] => {
    const endpoint = sides.catalogue.endpoints.find(({ id }) => id === endpointId);
    const parameter = endpoint?.parameters.find(({ wire }) => wire === described.name);
    if (!described.required || parameter === undefined) return [];
    return [
      {
        name: { kind: 'required', subject: endpointId, key: parameter.key },
        documented: 'not named',
        value: 'required',
        reason: 'The service’s description asks for it; the specification doesn’t name it.',
        acceptable: true,
      },
    ];
  });
  const said = [...contradictions, ...needed];
  return [
    ...said.map((one) => differenceOf(one, sides)),
    ...noLongerSaid(said, sides).map((name) => acceptedBefore(name, sides)),
  ];
}

function differenceOf(
  { name, documented, value, reason, acceptable }: Contradiction,
  { catalogue, corrections }: Sides,
): Difference {
  const id = factId(name);
  return {
    id,
    kind: name.kind,
    ...aboutFact(catalogue, name),
    documented,
    service: value,
    reason,
    // What was accepted of an earlier description is in force, but it isn't this.
    accepted: Object.hasOwn(corrections, id) && corrections[id] === value,
    inForce: factValue(catalogue, name) ?? documented,
    acceptable: acceptable && complainAboutCorrection(catalogue, name, value) === null,
  };
}

/** Accepted differences that the description in force doesn't have, or has not yet. */
function noLongerSaid(
  said: readonly Contradiction[],
  { catalogue, corrections, assumed }: Sides,
): FactName[] {
  const known = new Set([...assumed, ...said].map(({ name }) => factId(name)));
  return Object.keys(corrections).flatMap((id) => {
    const name = known.has(id) ? null : nameOfId(id);
    return name === null || factValue(catalogue, name) === null ? [] : [name];
  });
}

function acceptedBefore(name: FactName, { builtIn, catalogue }: Sides): Difference {
  return {
    id: factId(name),
    kind: name.kind,
    ...aboutFact(catalogue, name),
    documented: factValue(builtIn, name) ?? 'not named',
    service: 'not said',
    reason: 'It was accepted of another description. The current one doesn’t say it.',
    accepted: true,
    inForce: factValue(catalogue, name) ?? '',
    acceptable: false,
  };
}
