import * as fc from 'fast-check';

const halves = { from: 0xd800, count: 0x800 };

/** As `unit: 'binary'` of fast-check, without the second that its table takes in each process. */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - halves.count })
  .map((n) => String.fromCodePoint(n < halves.from ? n : n + halves.count));
