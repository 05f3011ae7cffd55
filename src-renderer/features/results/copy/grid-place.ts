/** Which part of the grid an event or a point is in, by the attributes its cells carry. */

export interface GridPlace {
  /** −1: the header. */
  row: number;
  /** Null on a row's number. */
  field: string | null;
}

export function placeOf(target: EventTarget | null): GridPlace | null {
  if (!(target instanceof Element)) return null;
  const place = target.closest<HTMLElement>('[data-row], [data-number-of]')?.dataset;
  const index = place?.['row'] ?? place?.['numberOf'] ?? null;
  const field = target.closest('[data-field]')?.getAttribute('data-field') ?? null;
  if (index === null && field === null) return null;
  // Between the cells of a row: the gap a click can fall into is no place.
  if (field === null && place?.['numberOf'] === undefined) return null;
  return { row: index === null ? -1 : Number(index), field };
}
