/**
 * A chart as a picture that is understood out of context: its title above it, its notes below it, and
 * all colours inlined, because the style sheets are not part of it.
 */
import { inXml, notInXml, shownLength } from '#shared/characters.ts';
import { grouping } from '#renderer/components/words.ts';
import { shareWords } from '../values/figures.ts';
import type { CountedValue } from './draw/CountedValues.tsx';

/** The text around the chart. */
export interface PictureWords {
  title: string;
  /** Names of the series, from the bottom up; empty if there is one. */
  legend: readonly string[];
  /** Below the chart, a paragraph each. */
  notes: readonly string[];
}

const margin = 20;
const leastWidth = 480;
const titleSize = 15;
const textSize = 12;
const lineHeight = 16;

/** Properties that are only set by a style sheet. */
const inlined = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

/** Returns the picture's SVG as text; `chart` as it is drawn on screen, or off screen in the colours at `near`. */
export function pictureOf(
  chart: SVGSVGElement,
  words: PictureWords,
  near: Element = chart,
): string {
  const color = colorsAt(near);
  const size = { width: chart.width.baseVal.value, height: chart.height.baseVal.value };
  const width = Math.max(leastWidth, size.width) + 2 * margin;
  const notes = words.notes
    .filter((note) => note !== '')
    .flatMap((note) => wrapped(note, width - 2 * margin));
  const legendHeight = words.legend.length === 0 ? 0 : 24;
  const top = margin + 24 + legendHeight + 4;
  const height = top + size.height + 12 + notes.length * lineHeight + margin;

  const text: WriteText = (content, attributes) =>
    makeSvg('text', { 'font-size': textSize, fill: color('--text-2'), ...attributes }, content);
  const parts = [
    makeSvg('rect', { width, height, fill: color('--surface') }),
    text(words.title, {
      x: margin,
      y: margin + 14,
      'font-size': titleSize,
      'font-weight': 600,
      fill: color('--text-1'),
    }),
    ...legend(words.legend, margin + 40, { text, color }),
    ...notes.map((line, index) =>
      text(line, { x: margin, y: top + size.height + 24 + index * lineHeight }),
    ),
  ];
  const copy = withOwnStyles(chart);
  copy.setAttribute('x', String(margin));
  copy.setAttribute('y', String(top));
  copy.setAttribute('overflow', 'visible');
  const picture = makeSvg('svg', {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': getComputedStyle(near).fontFamily,
  });
  picture.append(...parts, copy);
  return new XMLSerializer().serializeToString(picture).replaceAll(unwritable, inXml);
}

/** Nobody opens XML with these, and half a character can't be in an address, which a PNG is made from. */
const unwritable = new RegExp(String.raw`[${notInXml}\p{Surrogate}]`, 'gu');

type WriteText = (content: string, attributes: Record<string, string | number>) => SVGElement;

function legend(
  names: PictureWords['legend'],
  y: number,
  { text, color }: { text: WriteText; color: (name: string) => string },
): SVGElement[] {
  let x = margin;
  return names.flatMap((name, part) => {
    const fill = color(`--series-${part + 1}`);
    const parts = [
      makeSvg('rect', { x, y: y - 9, width: 10, height: 10, rx: 2, fill }),
      text(name, { x: x + 16, y }),
    ];
    x += 16 + textWidth(name) + 16;
    return parts;
  });
}

/**
 * Returns a copy that looks the same without style sheets, and has no attributes for screen readers.
 */
function withOwnStyles(chart: SVGSVGElement): SVGSVGElement {
  const copy = chart.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new TypeError('A copy of a chart is a chart');
  const originals = [chart, ...chart.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [index, original] of originals.entries()) {
    const one = copies[index];
    if (one === undefined) continue;
    const style = getComputedStyle(original);
    for (const name of inlined) {
      const value = style.getPropertyValue(name);
      // The computed address of a pattern is that of the page.
      if (value !== '' && !value.startsWith('url(')) one.setAttribute(name, value);
    }
    // A style would go before what is inlined, and its variables are the page's.
    for (const name of ['class', 'style', 'role', 'aria-label', 'aria-selected', 'data-picture']) {
      one.removeAttribute(name);
    }
  }
  return copy;
}

/** Approximate width of a letter. */
const letterWidth = textSize * 0.53;
const textWidth = (text: string): number => shownLength(text) * letterWidth;

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((long) => pieces(long, width))) {
    const line = lines.at(-1);
    const longer = `${line} ${word}`;
    if (line === undefined || textWidth(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** Cuts a word that is longer than a line, such as a sentence of a language without spaces. */
function pieces(word: string, width: number): string[] {
  const first = beginning(word, Math.floor(width / letterWidth));
  return first === word ? [word] : [first, ...pieces(word.slice(first.length), width)];
}

/** Returns as much of a text as fits into so many letters. */
function beginning(text: string, letters: number): string {
  let shown = '';
  for (const letter of text) {
    if (shownLength(shown + letter) > letters) return shown;
    shown += letter;
  }
  return shown;
}

export type Scheme = 'light' | 'dark';

/** Draws what is in an element in other colours than the window's. */
export function inScheme<T>(near: HTMLElement, scheme: Scheme, draw: () => T): T {
  near.style.colorScheme = scheme;
  const drawn = draw();
  near.style.colorScheme = '';
  return drawn;
}

/** Returns what tokens are in an element: only of a colour in use is known whether it is light or dark. */
export function colorsAt(near: Element): (token: string) => string {
  return (token) => {
    const user = document.createElement('i');
    user.style.color = `var(${token})`;
    near.append(user);
    const { color } = getComputedStyle(user);
    user.remove();
    return color;
  };
}

/** Returns the same as PNG, base64-encoded. @param width in px */
export async function asPng(svg: string, width: number): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((image.naturalHeight * width) / image.naturalWidth);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

const valuesWidth = 640;
const rowHeight = 26;
const columns = { bar: 190, count: 545, share: valuesWidth };
const longest = 30;

/** Draws counted values off screen, in the colours of the page at `near`. */
export function valuesPicture(
  near: Element,
  values: readonly CountedValue[],
  of: number,
): SVGSVGElement {
  const color = colorsAt(near);
  const most = Math.max(1, ...values.map(({ count }) => count));
  const picture = makeSvg('svg', { width: valuesWidth, height: values.length * rowHeight });
  for (const [index, { text, count }] of values.entries()) {
    const y = index * rowHeight;
    const letters = { y: y + 17, 'font-size': 12, fill: color('--text-1') };
    const words = shownLength(text) > longest ? `${beginning(text, longest - 1)}…` : text;
    const bar = { x: columns.bar, y: y + 7, height: 12, rx: 2 };
    const room = columns.count - columns.bar - 60;
    picture.append(
      makeSvg('text', { ...letters, x: 0 }, words),
      makeSvg('rect', { ...bar, width: room, fill: color('--active') }),
      makeSvg('rect', { ...bar, width: Math.max(1, (count / most) * room), fill: color('--bar') }),
      makeSvg('text', { ...letters, x: columns.count, 'text-anchor': 'end' }, grouping(count)),
      makeSvg(
        'text',
        { ...letters, x: columns.share, 'text-anchor': 'end', fill: color('--text-3') },
        shareWords(count, of),
      ),
    );
  }
  return picture;
}

/** The namespace of SVG elements. */
const namespace = 'http://www.w3.org/2000/svg';

/** @param content its text, for elements that have one. */
export function makeSvg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
  content?: string,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (content !== undefined) element.textContent = content;
  return element;
}
