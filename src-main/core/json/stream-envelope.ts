/**
 * Reads the envelope of an answer too long for memory while its bytes stream past. A single loop over
 * the bytes keeps what surrounds the list of items, and masks the cursors in what it passes on.
 */

export interface EnvelopeStream {
  /** Yields the bytes to store: the same, with `mark` in place of each cursor. Call it once. */
  pass(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /**
   * Returns the answer with an empty list in place of its items, and with its cursor. Null before its
   * end, when it isn't a complete JSON object, and when more than a few MB surround the list.
   */
  envelope(): Buffer | null;
}

/** Limit of what may surround the list, in bytes. */
const longestEnvelope = 4 * 1024 * 1024;
/** Limit of a name in bytes, escapes included; no name that matters is longer. */
const longestName = 200;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** `{` and `[` differ only in this bit, and so do `}` and `]`. */
const braceBit = 0x20;
const byteOrderMark: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);

const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** What is being read, or expected next, among the members of the envelope. */
type Phase = 'start' | 'name' | 'colon' | 'value' | 'scalar' | 'inside' | 'after' | 'end' | 'other';

/** @param mark JSON that replaces each cursor. */
export function streamEnvelope(mark: Uint8Array): EnvelopeStream {
  const scanner = new Scanner(mark);
  return {
    async *pass(content) {
      for await (const chunk of content) yield* scanner.read(chunk);
    },
    envelope: () => scanner.envelope(),
  };
}

class Scanner {
  readonly #mark: Uint8Array;
  /** Bytes to pass on. */
  readonly #passed = new Tap();
  /** Bytes that surround the list. */
  readonly #around = new Tap();
  #phase: Phase = 'start';
  /** 1 in the answer itself, 2 in the `result` of an operation's record. */
  #level = 0;
  /** Number of lists and objects that are open inside a member's value. */
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #name: number[] = [];
  #kept: Uint8Array[] = [];
  #keptBytes = 0;

  constructor(mark: Uint8Array) {
    this.#mark = mark;
  }

  envelope(): Buffer | null {
    const isWhole = this.#phase === 'end' && this.#keptBytes <= longestEnvelope;
    return isWhole ? Buffer.concat(this.#kept) : null;
  }

  /** Reads a chunk and returns the parts to pass on. */
  read(chunk: Uint8Array): Uint8Array[] {
    this.#passed.begin(chunk);
    this.#around.begin(chunk);
    for (let at = 0; at < chunk.length; at++) {
      // Fast path: nearly all bytes are inside the items, or in an answer that has no envelope.
      if (this.#depth > 0) at = this.#skipInside(chunk, at);
      if (at === chunk.length || this.#phase === 'other') break;
      const byte = chunk[at]!;
      if (this.#inString) this.#readString(byte, at);
      else if (this.#depth > 0) this.#endInside(at);
      else if (this.#phase === 'scalar') this.#readScalar(byte, at);
      else this.#readMember(byte, at);
    }
    this.#keep(this.#around.end());
    return this.#passed.end();
  }

  #keep(parts: readonly Uint8Array[]): void {
    for (const part of parts) {
      this.#keptBytes += part.length;
      // Copied: the chunk may be of any size, and the network may reuse its memory.
      if (this.#keptBytes <= longestEnvelope) this.#kept.push(Buffer.from(part));
      else this.#kept = [];
    }
  }

  #readString(byte: number, at: number): void {
    if (this.#phase === 'name' && this.#name.length < longestName) this.#name.push(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) {
      this.#inString = false;
      if (this.#phase === 'name') this.#phase = 'colon';
      else this.#endValue(at + 1);
    }
  }

  /** Skips from `at` to the bracket that ends the value, or to the end of the chunk. */
  #skipInside(chunk: Uint8Array, at: number): number {
    let depth = this.#depth;
    let inString = this.#inString;
    let isEscaped = this.#isEscaped;
    let next = at;
    for (; next < chunk.length; next++) {
      const byte = chunk[next]!;
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) inString = false;
        continue;
      }
      if (byte === quote) inString = true;
      else if ((byte | braceBit) === openBrace) depth += 1;
      else if ((byte | braceBit) === closeBrace) {
        if (depth === 1) break;
        depth -= 1;
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#isEscaped = isEscaped;
    return next;
  }

  #endInside(at: number): void {
    this.#depth = 0;
    this.#around.open(at);
    this.#endValue(at + 1);
  }

  #readScalar(byte: number, at: number): void {
    if (!isSpace(byte) && byte !== comma && byte !== closeBrace) return;
    this.#endValue(at);
    this.#readMember(byte, at);
  }

  /** Reads a byte between the tokens of the envelope itself. */
  #readMember(byte: number, at: number): void {
    if (isSpace(byte)) return;
    if (this.#phase === 'start' && byteOrderMark.has(byte)) return;
    if (this.#phase === 'value') this.#beginValue(byte, at);
    else if (this.#phase === 'start' && byte === openBrace) this.#enter();
    else if (this.#phase === 'colon' && byte === colon) this.#phase = 'value';
    else if (this.#phase === 'after' && byte === comma) this.#phase = 'name';
    else if (byte === closeBrace && (this.#phase === 'after' || this.#phase === 'name')) {
      this.#level -= 1;
      this.#phase = this.#level === 0 ? 'end' : 'after';
    } else if (this.#phase === 'name' && byte === quote) {
      this.#inString = true;
      this.#name = [quote];
    } else this.#phase = 'other';
  }

  #enter(): void {
    this.#level += 1;
    this.#phase = 'name';
  }

  #beginValue(byte: number, at: number): void {
    const name = nameOf(this.#name);
    if (name === 'result' && this.#level === 1 && byte === openBrace) {
      this.#enter();
      return;
    }
    // 0x6e begins `null`, which isn't a cursor.
    if (name === 'next_page_cursor' && byte !== 0x6e) this.#passed.shut(at, [this.#mark]);
    this.#phase = 'inside';
    if (byte === quote) this.#inString = true;
    else if ((byte | braceBit) === openBrace) this.#depth = 1;
    else this.#phase = 'scalar';
    if (name === 'results' && byte === openBracket) this.#around.shut(at + 1);
  }

  #endValue(at: number): void {
    this.#phase = 'after';
    this.#passed.open(at);
  }
}

/** Decodes a name, which may have escapes (`"\u0072esults"`). */
function nameOf(bytes: readonly number[]): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}

/** Passes bytes of the chunks while it is open, without copying them. */
class Tap {
  #chunk: Uint8Array = new Uint8Array();
  #parts: Uint8Array[] = [];
  #from = 0;
  #isOpen = true;

  begin(chunk: Uint8Array): void {
    this.#chunk = chunk;
    this.#parts = [];
    this.#from = 0;
  }

  /** Passes nothing from `at` on, except `instead`. */
  shut(at: number, instead: readonly Uint8Array[] = []): void {
    if (this.#isOpen) this.#parts.push(this.#chunk.subarray(this.#from, at));
    this.#parts.push(...instead);
    this.#isOpen = false;
  }

  open(at: number): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#from = at;
  }

  end(): Uint8Array[] {
    if (this.#isOpen) this.#parts.push(this.#chunk.subarray(this.#from));
    return this.#parts.filter((part) => part.length > 0);
  }
}
