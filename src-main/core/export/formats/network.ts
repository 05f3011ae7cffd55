/** A network as files: GEXF, or edges and nodes as two tables. */
import { inXml, notInXml, quoted } from '#shared/characters.ts';
import { copyFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { mostSharing } from '#shared/catalogue/networks.ts';
import type { Network } from '#shared/catalogue/networks.ts';
import { countOf, grouping, said } from '#shared/counts.ts';
import { isoTime } from '../../clock.ts';
import { atomicWrite } from '../../store/atomic-write.ts';
import { systemCode } from '../../store/store-error.ts';
import { cellText } from '../cells.ts';
import type { Cell } from '../cells.ts';
import { changesOf } from '../changes.ts';
import { CsvCheck, csvHead, csvLine } from '../csv.ts';
import type { Outcome } from '../deliver.ts';
import type { End } from '../network.ts';
import { makeNetwork } from '../network.ts';
import type { MadeNetwork, NetworkColumn } from '../network.ts';
import type { Rows } from '../rows.ts';
import { bytesOfFile } from '../save-files.ts';
import { defineFormat, namesOf } from './format.ts';
import type { FirstRows, Sink } from './format.ts';
import { csvOptionsSchema } from './options.ts';
import type { CsvOptions } from './options.ts';

/** Size of one write. */
const chunkCharacters = 256 * 1024;

const networkValues =
  'IDs of nodes are texts. Usernames are the same with and without @, hashtags with and without #, both whatever their case. What a node’s latest row says about it is written as it was sent; what is missing is left out.';

export const gexf = defineFormat({
  label: 'Network (GEXF)',
  extension: 'gexf',
  line: 'Nodes and edges in GEXF 1.3, the format of Gephi.',
  values: networkValues,
  holds: 'network',
  options: z.strictObject({ kind: z.literal('gexf') }),
  presets: [
    {
      id: 'gephi',
      label: 'Gephi',
      brief: 'Network (GEXF)',
      line: 'A network with weights: who mentions whom, say, or any two columns. GEXF 1.3, as Gephi reads it.',
      place: 8,
    },
  ],
  write: (rows, _options, out) => save(rows, (network, made) => writeGexf(network, made, out)),
  preview: (rows, _options, most) => strongestEdges(rows, most),
});

const { delimiter, byteOrderMark, formulaGuard } = csvOptionsSchema.shape;
const edgesSchema = z.strictObject({
  kind: z.literal('edges'),
  delimiter,
  byteOrderMark,
  formulaGuard,
});

/** The tables as CSV. */
const csvOf = (options: z.output<typeof edgesSchema>): CsvOptions =>
  csvOptionsSchema.parse({ ...options, kind: 'csv', quoting: 'allTexts' });

export const edgeTables = defineFormat({
  label: 'Network (CSV)',
  extension: 'edges.csv',
  line: 'Two CSV files: edges with their weight, and nodes with what rows say about them.',
  values: networkValues,
  holds: 'network',
  options: edgesSchema,
  presets: [
    {
      id: 'network-tables',
      label: 'Network tables',
      brief: 'Edges and nodes (CSV)',
      line: 'The same network as two tables, for igraph, NetworkX and Cytoscape. Gephi imports them, too.',
      place: 9,
      choices: { byteOrderMark: false },
    },
  ],
  write: (rows, options, out) =>
    save(rows, (_network, made) => writeTables(made, csvOf(options), out)),
  preview: (rows, _options, most) => strongestEdges(rows, most),
  inputs: csvOf,
});

function networkOf({ spec: { network } }: Rows): Network {
  if (network === null) throw new Error('The schema asks for a network');
  return network;
}

type Made = MadeNetwork & { words: string[] };
type Written = Pick<Outcome, 'files'> &
  Partial<Record<'networkCharacters' | 'nulCharacters' | 'guardedTexts', number>>;

async function save(
  rows: Rows,
  write: (network: Network, made: Made) => Promise<Written>,
): Promise<Outcome> {
  const network = networkOf(rows);
  const made = await makeNetwork(rows, network);
  const words = networkWords(network, made, rows.count);
  const { files, ...lost } = await write(network, { ...made, words });
  return {
    files,
    rows: made.size.rows,
    network: { ...made.size, words },
    columns: [],
    changes: changesOf({ ...lost, unreadableRows: made.unreadable }),
  };
}

/** The strongest edges as they would be written, and the size of the whole network. */
async function strongestEdges(rows: Rows, most: number): Promise<FirstRows> {
  const { edges, size } = await makeNetwork(rows, networkOf(rows), { most, hasNodes: false });
  const lines: FirstRows['rows'] = [];
  for await (const edge of edges.rows()) lines.push(edge.map(cellText));
  return { header: namesOf(edges.columns), rows: lines, network: size };
}

/** Writes the nodes first: if only they exist, the requested file is visibly missing. */
async function writeTables(
  { nodes, edges }: Made,
  options: CsvOptions,
  out: Sink,
): Promise<Written> {
  const check = new CsvCheck(options);
  const path = out.besidePath('.nodes.csv');
  // igraph’s own: it would replace the IDs.
  const names = namesOf(nodes.columns).map((name) =>
    name.toLowerCase() === 'name' ? `field_${name}` : name,
  );
  // If the edges can't be written, the nodes that were saved before are put back.
  const before = await out.tempFolder.file('nodes-before.csv');
  const hadNodes = await copyFile(path, before).then(
    () => true,
    (error: unknown) => {
      if (systemCode(error) === 'ENOENT') return false;
      throw error;
    },
  );
  const nodesFile = await deliverPieces(out, table(names, nodes.rows(), options), { path, check });
  try {
    const pieces = table(namesOf(edges.columns), edges.rows(), options);
    const file = await deliverPieces(out, pieces, { check });
    const lost = { nulCharacters: check.nuls, guardedTexts: check.guarded };
    return { files: [file, nodesFile], ...lost };
  } catch (error) {
    const how = { access: 'default', onPart: out.onPart } as const;
    if (hadNodes) await atomicWrite(path, bytesOfFile(before), how);
    else await rm(path, { force: true });
    throw error;
  }
}

async function* table(
  names: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  options: CsvOptions,
): AsyncGenerator<string> {
  yield csvHead(names, options);
  for await (const cells of rows) yield csvLine(cells, options);
}

/** Writes texts to one of the files, in chunks. */
function deliverPieces(
  { deliver, progress, signal }: Sink,
  pieces: AsyncIterable<string>,
  to: { path?: string; check?: CsvCheck } = {},
): ReturnType<Sink['deliver']> {
  const bytesOf = (text: string): Uint8Array => {
    const bytes = Buffer.from(text);
    return to.check?.take(bytes) ?? bytes;
  };
  async function* content(): AsyncGenerator<Uint8Array> {
    let pending = '';
    for await (const piece of pieces) {
      pending += piece;
      if (pending.length < chunkCharacters) continue;
      signal.throwIfAborted();
      yield bytesOf(pending);
      pending = '';
    }
    if (pending !== '') yield bytesOf(pending);
  }
  return deliver(content(), {
    onBytes: (bytes) => progress.writing({ rows: null, bytes }),
    path: to.path,
  });
}

/**
 * How the network was made, in sentences for the methods sheet and the file itself.
 * @param chosen number of rows that the network could be made from.
 */
function networkWords(
  { directed, sharing, weight, time, reversedWhen }: Network,
  { size, ends, attributes }: Pick<MadeNetwork, 'size' | 'ends' | 'attributes'>,
  chosen: number,
): string[] {
  const { source, target, oneMode, info } = ends;
  const isWithinRow = oneMode && source.name === target.name;
  const left = chosen - size.rows;
  return said(
    sharing !== null
      ? `An edge joins two different values of ${source.name} in rows with the same value of ${sharing}.`
      : isWithinRow
        ? `An edge joins two different values of ${source.name} in the same row.`
        : `An edge leads from ${wordsOf(source)} to ${wordsOf(target)} of the same row, for each value where there are several.`,
    reversedWhen !== null &&
      `It leads the other way in runs whose ${reversedWhen.key} is ${quoted(reversedWhen.value)}.`,
    directed ? 'Edges are directed.' : 'Edges are undirected.',
    sharing !== null
      ? `The weight of an edge is how many values of ${sharing} both have; ${grouping(size.leftOut)} that more than ${mostSharing} have are left out.`
      : weight === null
        ? 'The weight of an edge is the number of its rows.'
        : `The weight of an edge is the sum of ${weight} over its rows. Gephi leaves out edges whose weight is 0.`,
    time !== null && `First and last seen are by ${time}, in UTC.`,
    attributes.length > 0 &&
      info !== null &&
      `Of nodes that are the ${info.of.field} of a row, the latest row says: ${attributes.map(({ name }) => name).join(', ')}.`,
    `${countOf(size.nodes, 'node')} and ${countOf(size.edges, 'edge')}, ${grouping(size.loops)} of them from a node to itself.`,
    `${countOf(size.rows, 'row')} made edges${left === 0 ? '' : sharing === null ? `; ${grouping(left)} had no source or no target` : `; ${grouping(left)} share nothing`}.`,
  );
}

const wordsOf = ({ is, name }: End): string =>
  is.kind === 'asked' ? 'the account asked for' : name;

// GEXF 1.3 (https://gexf.net/1.3/), the format of Gephi, piece by piece.

const types: Record<NetworkColumn['type'], string> = {
  text: 'string',
  whole: 'long',
  decimal: 'double',
  yesNo: 'boolean',
};

async function writeGexf(network: Network, { words, ...made }: Made, out: Sink): Promise<Written> {
  // Those before have a place of their own.
  const [ofNodes, ofEdges] = [made.nodes.columns.slice(2), made.edges.columns.slice(4)];
  /** Characters that XML can't contain, replaced so far. */
  let networkCharacters = 0;
  const xml = (text: string): string => {
    if (!special.test(text)) return text;
    return text.replaceAll(specials, (found) => {
      const known = escapes[found];
      if (known !== undefined) return known;
      networkCharacters += 1;
      return inXml(found);
    });
  };
  const declared = (of: string, columns: readonly NetworkColumn[]): string => {
    const each = columns.map(
      ({ name, type }) =>
        `<attribute id="${xml(name)}" title="${xml(name)}" type="${types[type]}"/>`,
    );
    return `<attributes class="${of}">${each.join('')}</attributes>\n`;
  };
  const valuesOf = (columns: readonly NetworkColumn[], cells: readonly Cell[]): string => {
    const each = columns.map(({ name }, at) => {
      const text = cellText(cells[at] ?? null);
      return text === null ? '' : `<attvalue for="${xml(name)}" value="${xml(text)}"/>`;
    });
    return `<attvalues>${each.join('')}</attvalues>`;
  };
  async function* pieces(): AsyncGenerator<string> {
    yield (
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<gexf xmlns="http://gexf.net/1.3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
        'xsi:schemaLocation="http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd" version="1.3">\n' +
        `<meta lastmodifieddate="${isoTime().slice(0, 10)}"><creator>Social Data Explorer ${xml(out.version)}</creator>` +
        `<description>${xml(words.join(' '))}</description></meta>\n` +
        `<graph defaultedgetype="${network.directed ? 'directed' : 'undirected'}" mode="static">\n` +
        `${declared('node', ofNodes)}${declared('edge', ofEdges)}<nodes>\n`
    );
    for await (const [id, label, ...about] of made.nodes.rows()) {
      yield `<node id="${xml(id)}" label="${xml(label)}">${valuesOf(ofNodes, about)}</node>\n`;
    }
    yield '</nodes>\n<edges>\n';
    let number = 0;
    for await (const [source, target, , weight, ...about] of made.edges.rows()) {
      const ends = `source="${xml(source)}" target="${xml(target)}"`;
      yield `<edge id="${number}" ${ends} weight="${cellText(weight)}">${valuesOf(ofEdges, about)}</edge>\n`;
      number += 1;
    }
    yield '</edges>\n</graph>\n</gexf>\n';
  }
  const file = await deliverPieces(out, pieces());
  return { files: [file], networkCharacters };
}

/** Readers turn bare tabs and line ends in attributes into spaces, some also those that XML 1.1 added. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\u0085': '&#133;',
  '\u2028': '&#8232;',
};

/** Characters that have a meaning in XML 1.0, or can't be in it. */
const pattern = String.raw`[&<>"\t\n\r\u0085\u2028${notInXml}]`;
const special = new RegExp(pattern);
const specials = new RegExp(pattern, 'g');
