/** The number of a row as a person types it: "1,204", "1 204", "1204". Null when it is none. */
export function readRowNumber(typed: string, first: number, last: number): number | null {
  const digits = typed.replaceAll(/[\s,.’'_]/g, '');
  if (!/^\d{1,15}$/.test(digits)) return null;
  const number = Number(digits);
  return number >= first && number <= last ? number : null;
}
