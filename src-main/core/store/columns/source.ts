/** What the column store needs of a run: its rows, and where derived files go. */

export interface RunSource {
  readonly id: string;
  /** Which log this is: columns of another one are not these. */
  readonly logId: string;
  /** The run's folder. */
  readonly folder: string;
  /** Nothing may be written there. */
  readonly readOnly: boolean;
  /** Rows of the log; grows while pages arrive. */
  readonly rowCount: number;
  /**
   * The bytes of rows `from` to before `to`, in order, in batches of about a megabyte; undefined
   * for rows that can't be read. They hold no line feed.
   */
  rowBytes(from: number, to: number): AsyncIterable<readonly (Uint8Array | undefined)[]>;
}

const separator = Buffer.from(',\n');
const unreadable = Buffer.from('null');

/** Rows as JSON joined by `,\n`, in memory of its own, so that it can be handed over. */
export function joinRows(rows: readonly (Uint8Array | undefined)[]): Uint8Array<ArrayBuffer> {
  const parts = rows.map((row) => row ?? unreadable);
  const gaps = Math.max(0, parts.length - 1) * separator.length;
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, gaps));
  let at = 0;
  for (const part of parts) {
    if (at > 0) {
      joined.set(separator, at);
      at += separator.length;
    }
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
