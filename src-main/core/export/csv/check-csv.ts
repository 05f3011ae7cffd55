/**
 * The last look at CSV before it gets its name: how many records its bytes really hold, and the
 * characters that readers stumble over. One pass over the bytes, wherever they come from.
 */

const quoteByte = 0x22;
const lineFeed = 0x0a;
/** U+FFFD in UTF-8: where half a character was lost, or sent by the service as it is. */
const replacement = Buffer.from('\uFFFD');

export class CsvCheck {
  /** Line ends outside of quotes. */
  records = 0;
  /** NUL, which many readers take for the end of the file: replaced by U+FFFD. */
  nuls = 0;
  /** Whether U+FFFD is in it, NUL aside. */
  hasReplacement = false;
  #quoted = false;
  /** The last two bytes: U+FFFD may lie across chunks. */
  #tail: Buffer = Buffer.alloc(0);

  /** Counts, and gives back the chunk as it is to be written. */
  take(chunk: Buffer): Buffer {
    if (!this.hasReplacement) {
      this.hasReplacement =
        chunk.includes(replacement) ||
        Buffer.concat([this.#tail, chunk.subarray(0, 2)]).includes(replacement);
      this.#tail = chunk.subarray(-2);
    }
    this.#count(chunk);
    return chunk.includes(0) ? this.#withoutNul(chunk) : chunk;
  }

  #count(chunk: Buffer): void {
    let quoted = this.#quoted;
    let records = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === quoteByte) quoted = !quoted;
      else if (byte === lineFeed && !quoted) records++;
    }
    this.#quoted = quoted;
    this.records += records;
  }

  #withoutNul(chunk: Buffer): Buffer {
    const parts: Buffer[] = [];
    let from = 0;
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, from)) {
      parts.push(chunk.subarray(from, at), replacement);
      from = at + 1;
      this.nuls++;
    }
    return Buffer.concat([...parts, chunk.subarray(from)]);
  }
}
