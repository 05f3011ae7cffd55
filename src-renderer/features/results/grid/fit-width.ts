/** How wide a column has to be for what is on screen of it. Measured once, when it is asked for. */
import { clampWidth } from './columns.ts';

/** Left and right of the content (`Grid.module.css`), and a pixel against rounding. */
const padding = 21;
/** A text of a thousand words still leaves room for other columns. */
const widestFit = 640;

/** Px; of the header and the cells of a field that are drawn in the grid. */
export function fittingWidth(grid: HTMLElement, field: string): number {
  const { lines } = grid.dataset;
  // Wrapped text is as wide as its column; in one line it is as wide as it is.
  grid.dataset['lines'] = '1';
  const range = document.createRange();
  let widest = 0;
  for (const cell of grid.querySelectorAll<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)) {
    const content = cell.querySelector('[data-name]') ?? cell;
    range.selectNodeContents(content);
    widest = Math.max(widest, range.getBoundingClientRect().width);
  }
  if (lines !== undefined) grid.dataset['lines'] = lines;
  return clampWidth(Math.min(widestFit, Math.ceil(widest) + padding));
}
