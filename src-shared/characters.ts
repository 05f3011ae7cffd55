/** What files and pictures have to know about characters. */

const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]/g;

/** Returns the length of a text as it is seen: East Asian characters are as wide as two others. */
export const shownLength = (text: string): number => text.length + (text.match(wide)?.length ?? 0);
