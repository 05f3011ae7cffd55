/** Id of a cell's element; row −1 is the header. `gridId`: of the grid the cell is in. */
export const cellId = (gridId: string, row: number, column: { index: number }): string =>
  `${gridId}-${row}-${column.index}`;
