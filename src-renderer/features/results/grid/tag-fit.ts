/** How many tags have room in a cell. Estimated: measuring would cost a layout per cell. */

const padding = 20;
const frame = 18;
const moreWidth = 28;

/** Px of a text at 12 px: ideographs and emoji are about twice as wide as letters. */
function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? 12.5 : 7;
  return width;
}

/** Tags of `count` that are shown in a cell of `width` px; at least one. */
export function tagsThatFit(tags: readonly string[], count: number, width: number): number {
  let left = width - padding;
  for (const [place, tag] of tags.entries()) {
    left -= textWidth(tag) + frame;
    const isLast = place + 1 === count;
    if (left < (isLast ? 0 : moreWidth)) return Math.max(1, place);
  }
  return Math.max(1, tags.length);
}
