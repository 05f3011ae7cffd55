/**
 * Marks what the search found, in the cells on screen. As ranges over their text, so that cells
 * stay one element each and nothing of them is drawn again.
 */
import { useEffect, type RefObject } from 'react';

/** The name that the style sheet has (`::highlight`). */
const name = 'search-match';
/** More marks than that are a blur. */
const mostMarks = 2000;

export function useMatchMarks(area: RefObject<HTMLElement | null>, search: string): void {
  useEffect(() => {
    const element = area.current;
    const pattern = matchPattern(search);
    // Where a browser can't mark, the rows are found all the same.
    if (element === null || pattern === null || !('highlights' in CSS)) return undefined;
    let frame = 0;
    const mark = (): void => {
      frame = 0;
      CSS.highlights.set(name, new Highlight(...rangesIn(element, pattern)));
    };
    const observer = new MutationObserver(() => {
      if (frame === 0) frame = requestAnimationFrame(mark);
    });
    observer.observe(element, { subtree: true, childList: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(name);
    };
  }, [area, search]);
}

function rangesIn(element: HTMLElement, pattern: RegExp): Range[] {
  const ranges: Range[] = [];
  for (const cell of element.querySelectorAll('[role="gridcell"]')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      for (const { index, 0: found } of (text.nodeValue ?? '').matchAll(pattern)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + found.length);
        ranges.push(range);
        if (ranges.length === mostMarks) return ranges;
      }
    }
  }
  return ranges;
}

const special = /[\\^$.*+?()[\]{}|/]/g;
/** However it is written; main's search takes all of them for an i. */
const dottedI = /[iIİ]\u0307*/g;

/**
 * Matches what main's search matches, letter by letter without regard to case; null for nothing.
 * In a pattern without regard to case the Turkish İ is a letter of its own, so it is named.
 */
export function matchPattern(search: string): RegExp | null {
  if (search === '') return null;
  const letters = search.replaceAll(special, String.raw`\$&`);
  return new RegExp(letters.replaceAll(dottedI, '[iİ]\u0307*'), 'giu');
}
