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

const lineFeed = 0x0a;
const unreadable = Buffer.from('null');

/** Rows as JSON, a line each, in memory of their own, so that it can be handed over. */
export function joinRows(rows: readonly (Uint8Array | undefined)[]): Uint8Array<ArrayBuffer> {
  const parts = rows.map((row) => row ?? unreadable);
  const lines = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, 0));
  let at = 0;
  for (const part of parts) {
    lines.set(part, at);
    at += part.length;
    lines[at] = lineFeed;
    at++;
  }
  return lines;
}
