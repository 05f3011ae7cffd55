/** Heights of the grid, in px; the style sheet has the same (look: row 32, header 34). */
export const rowHeight = 32;
export const headerHeight = 34;
/** With a summary under each name. */
export const tallHeaderHeight = 80;
