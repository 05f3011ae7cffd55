/**
 * Marks matches of the search in the cells on screen. Uses ranges over their text, so that each cell
 * remains one element and none is rendered again.
 */
import { useEffect, type RefObject } from 'react';

/** The name in the style sheet (`::highlight`). */
const name = 'search-match';
/** More marks would only be a blur. */
const mostMarks = 2000;

export function useMatchMarks(area: RefObject<HTMLElement | null>, search: string): void {
  useEffect(() => {
    const element = area.current;
    const pattern = matchPattern(search);
    // A browser without highlights still finds the rows.
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
/** Any form of i; main's search treats all of them alike. */
const dottedI = /[iIİ]\u0307*/g;

/**
 * Matches what main's search matches, ignoring case; null for nothing. A case-insensitive pattern
 * treats the Turkish İ as a different letter, so it is listed.
 */
export function matchPattern(search: string): RegExp | null {
  if (search === '') return null;
  const letters = search.replaceAll(special, String.raw`\$&`);
  return new RegExp(letters.replaceAll(dottedI, '[iİ]\u0307*'), 'giu');
}
