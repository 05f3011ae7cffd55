/** Codes of languages and countries with their English names, as the browser knows them. */
import type { Choice } from '#shared/catalogue/types.ts';

export type CodeKind = 'language' | 'region';

const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(97 + index));
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

/** Groups of countries, test codes and what stands for none: no post comes from there. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

const known = new Map<CodeKind, Choice[]>();

/** All codes of two letters, by name. A code that stands for another one (UK) is left out. */
export function codeChoices(kind: CodeKind): Choice[] {
  const before = known.get(kind);
  if (before !== undefined) return before;
  const names = new Intl.DisplayNames(['en'], { type: kind, fallback: 'none' });
  const choices = pairs.flatMap((pair): Choice[] => {
    const value = kind === 'region' ? pair.toUpperCase() : pair;
    const label = isOwnCode(kind, value) ? names.of(value) : undefined;
    return label === undefined ? [] : [{ value, label }];
  });
  // Some languages have two codes with one name; the first is the usual one.
  const once = new Map(choices.toReversed().map((choice) => [choice.label, choice]));
  const sorted = [...once.values()].toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
  known.set(kind, sorted);
  return sorted;
}

function isOwnCode(kind: CodeKind, code: string): boolean {
  if (kind === 'language') return Intl.getCanonicalLocales(code)[0] === code;
  return !noCountries.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
}
