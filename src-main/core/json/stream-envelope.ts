/**
 * Reads the envelope of an answer too long for memory while its bytes stream past. Its one loop
 * over bytes keeps what stands around the list of items, and hides the cursors in what goes on.
 */

export interface EnvelopeStream {
  /** The bytes as they are to be kept: the same, with `mark` where a cursor stood. Call it once. */
  pass(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /**
   * The answer with an empty list in place of its items, and with its cursor. Null before its end,
   * when it is no whole JSON object, and when more than a few MB stand around the list.
   */
  envelope(): Buffer | null;
}

/** More than this around the list is no envelope. */
const longestEnvelope = 4 * 1024 * 1024;
/** No name that matters is longer, escapes included. */
const longestName = 200;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** `{` and `[` differ in this bit only, and so do `}` and `]`. */
const braceBit = 0x20;
const byteOrderMark: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);

const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** What is expected next, or read now, among the members of the envelope. */
type Phase = 'start' | 'name' | 'colon' | 'value' | 'scalar' | 'inside' | 'after' | 'end' | 'other';

/** @param mark JSON that takes the place of a cursor. */
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
  readonly #onward = new Tap();
  readonly #around = new Tap();
  #phase: Phase = 'start';
  /** 1 in the answer itself, 2 in the `result` of an operation's record. */
  #level = 0;
  /** Lists and objects that are open inside a member's value. */
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

  /** What is kept of a chunk. */
  read(chunk: Uint8Array): Uint8Array[] {
    this.#onward.begin(chunk);
    this.#around.begin(chunk);
    for (let at = 0; at < chunk.length; at++) {
      // Nearly all bytes lie inside the items, or in what is no envelope at all.
      if (this.#depth > 0) at = this.#skipInside(chunk, at);
      if (at === chunk.length || this.#phase === 'other') break;
      const byte = chunk[at]!;
      if (this.#inString) this.#readString(byte, at);
      else if (this.#depth > 0) this.#endInside(at);
      else if (this.#phase === 'scalar') this.#readScalar(byte, at);
      else this.#readMember(byte, at);
    }
    this.#keep(this.#around.end());
    return this.#onward.end();
  }

  #keep(parts: readonly Uint8Array[]): void {
    for (const part of parts) {
      this.#keptBytes += part.length;
      // A copy: the chunk may be of any size, and the network may use its memory again.
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

  /** From `at` to the bracket that ends the value, or to the end of the chunk. */
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

  /** Between the tokens of the envelope itself. */
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
    // `null` is no cursor.
    if (name === 'next_page_cursor' && byte !== 0x6e) this.#onward.shut(at, [this.#mark]);
    this.#phase = 'inside';
    if (byte === quote) this.#inString = true;
    else if ((byte | braceBit) === openBrace) this.#depth = 1;
    else this.#phase = 'scalar';
    if (name === 'results' && byte === openBracket) this.#around.shut(at + 1);
  }

  #endValue(at: number): void {
    this.#phase = 'after';
    this.#onward.open(at);
  }
}

/** A name may be written with escapes (`"\u0072esults"`). */
function nameOf(bytes: readonly number[]): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}

/** Lets bytes of the chunks through while it is open, without copying them. */
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

  /** Lets nothing through from `at` on, but for what takes its place. */
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
