/** How a network was made, in sentences for the methods sheet and the file itself. */
import type { Network } from '#shared/catalogue/networks.ts';
import type { End } from './ends.ts';
import type { MadeNetwork } from './network.ts';

/** @param chosen Rows that the network could be made of. */
export function networkWords(
  { directed, weight, time, reversedWhen }: Network,
  { size, ends, attributes }: Pick<MadeNetwork, 'size' | 'ends' | 'attributes'>,
  chosen: number,
): string[] {
  const { source, target, oneMode, info } = ends;
  const isWithinRow = oneMode && source.name === target.name;
  const left = chosen - size.rows;
  return [
    isWithinRow
      ? `An edge joins two different values of ${source.name} in the same row.`
      : `An edge leads from ${wordsOf(source)} to ${wordsOf(target)} of the same row, for each value where there are several.`,
    ...(reversedWhen === null
      ? []
      : [`It leads the other way in runs whose ${reversedWhen.key} is “${reversedWhen.value}”.`]),
    directed ? 'Edges are directed.' : 'Edges are undirected.',
    weight === null
      ? 'The weight of an edge is the number of its rows.'
      : `The weight of an edge is the sum of ${weight} over its rows.`,
    ...(time === null ? [] : [`First and last seen are by ${time}, in UTC.`]),
    ...(attributes.length === 0 || info === null
      ? []
      : [
          `Of nodes that are the ${info.of.field} of a row, the latest row says: ${attributes.map(({ name }) => name).join(', ')}.`,
        ]),
    `${counted(size.nodes, 'node')} and ${counted(size.edges, 'edge')}, ${grouped(size.loops)} of them from a node to itself.`,
    `${counted(size.rows, 'row')} made edges${left > 0 ? `; ${grouped(left)} had no source or no target` : ''}.`,
  ];
}

const wordsOf = ({ is, name }: End): string =>
  is.kind === 'asked' ? 'the account asked for' : name;

const grouped = (value: number): string => value.toLocaleString('en-US');

const counted = (value: number, word: string): string =>
  `${grouped(value)} ${word}${value === 1 ? '' : 's'}`;
