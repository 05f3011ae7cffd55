/** GEXF 1.3 (https://gexf.net/1.3/), the format of Gephi, written piece by piece. */
import { inXml, notInXml } from '#shared/characters.ts';
import type { Attribute, NetworkEdge, NetworkNode } from './network.ts';

export interface GexfHead {
  directed: boolean;
  /** Version of the program. */
  version: string;
  /** ISO 8601 date. */
  day: string;
  /** Describes the network in a sentence. */
  description: string;
  /** The ends have different nodes: each node states its kind. */
  hasKinds: boolean;
  hasTimes: boolean;
  attributes: readonly Attribute[];
}

const types: Record<Attribute['type'], string> = {
  text: 'string',
  whole: 'long',
  decimal: 'double',
  yesNo: 'boolean',
};

export class GexfWriter {
  /** Characters that XML can't contain, replaced so far. */
  controlCharacters = 0;
  readonly #head: GexfHead;
  #edges = 0;

  constructor(head: GexfHead) {
    this.#head = head;
  }

  start(): string {
    const { directed, version, day, description, hasKinds, hasTimes, attributes } = this.#head;
    const times = hasTimes ? [declared('firstSeen', 'string'), declared('lastSeen', 'string')] : [];
    const rows = declared('rows', 'long');
    const kind = hasKinds ? [declared('kind', 'string')] : [];
    const own = attributes.map(({ name, type }) => declared(this.#text(name), types[type]));
    return (
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<gexf xmlns="http://gexf.net/1.3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
      'xsi:schemaLocation="http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd" version="1.3">\n' +
      `<meta lastmodifieddate="${day}"><creator>Social Data Explorer ${this.#text(version)}</creator>` +
      `<description>${this.#text(description)}</description></meta>\n` +
      `<graph defaultedgetype="${directed ? 'directed' : 'undirected'}" mode="static">\n` +
      `<attributes class="node">${[...kind, rows, ...times, ...own].join('')}</attributes>\n` +
      `<attributes class="edge">${[rows, ...times].join('')}</attributes>\n<nodes>\n`
    );
  }

  node({ id, label, kind, rows, firstSeen, lastSeen, info }: NetworkNode): string {
    const values = [
      this.#value('kind', kind),
      this.#value('rows', String(rows)),
      this.#value('firstSeen', firstSeen),
      this.#value('lastSeen', lastSeen),
      ...info.map((text, at) =>
        this.#value(this.#text(this.#head.attributes[at]?.name ?? ''), text),
      ),
    ];
    return `<node id="${this.#text(id)}" label="${this.#text(label)}"><attvalues>${values.join('')}</attvalues></node>\n`;
  }

  readonly between = '</nodes>\n<edges>\n';

  edge({ source, target, weight, rows, firstSeen, lastSeen }: NetworkEdge): string {
    const values = [
      this.#value('rows', String(rows)),
      this.#value('firstSeen', firstSeen),
      this.#value('lastSeen', lastSeen),
    ];
    const id = this.#edges;
    this.#edges += 1;
    return `<edge id="${id}" source="${this.#text(source)}" target="${this.#text(target)}" weight="${weight}"><attvalues>${values.join('')}</attvalues></edge>\n`;
  }

  readonly end = '</edges>\n</graph>\n</gexf>\n';

  #value(name: string, text: string | null): string {
    return text === null ? '' : `<attvalue for="${name}" value="${this.#text(text)}"/>`;
  }

  #text(text: string): string {
    if (!special.test(text)) return text;
    return text.replaceAll(specials, (found) => {
      const known = escapes[found];
      if (known !== undefined) return known;
      this.controlCharacters += 1;
      return inXml(found);
    });
  }
}

const declared = (name: string, type: string): string =>
  `<attribute id="${name}" title="${name}" type="${type}"/>`;

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
