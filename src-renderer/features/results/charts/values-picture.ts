/** A list of values with bars, drawn as SVG: on screen it is a list of words and buttons. */
import { grouping } from '../../../components/words.ts';
import type { CountedValue } from './draw/ValueList.tsx';
import { makeSvg } from './make-svg.ts';
import { shareWords } from './number-words.ts';

const width = 640;
const rowHeight = 26;
const columns = { bar: 190, count: 545, share: width };
const longest = 30;

/** Drawn in the page's colours, beside `near`; not on screen. */
export function valuesPicture(
  near: Element,
  values: readonly CountedValue[],
  of: number,
): SVGSVGElement {
  const style = getComputedStyle(near);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const most = Math.max(1, ...values.map(({ count }) => count));
  const picture = makeSvg('svg', { width, height: values.length * rowHeight });
  for (const [place, { text, count }] of values.entries()) {
    const y = place * rowHeight;
    const letters = { y: y + 17, 'font-size': 12, fill: color('--text-1') };
    const letter = Array.from(text);
    const words = letter.length > longest ? `${letter.slice(0, longest - 1).join('')}…` : text;
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
