/** Row numbers by ID, in 24 to 48 bytes per row regardless of the IDs: two runs of a million rows fit. */
import { createHash } from 'node:crypto';

const noRow = 0xffffffff;
/** Compared words of a hash: two of a million IDs share them once in 10^17 times. */
const words = 3;

export class IdTable {
  readonly #hashes: Uint32Array;
  readonly #seqs: Uint32Array;
  readonly #mask: number;

  /** @param maxIds upper limit of the number of IDs. */
  constructor(maxIds: number) {
    let slots = 16;
    while (slots < maxIds * 1.5) slots *= 2;
    this.#hashes = new Uint32Array(slots * words);
    this.#seqs = new Uint32Array(slots).fill(noRow);
    this.#mask = slots - 1;
  }

  /** Records the row with this ID; returns false, and records nothing, if another row has it. */
  add(id: string, seq: number): boolean {
    const hash = hashOf(id);
    const slot = this.#slotOf(hash);
    if (this.#seqs[slot] !== noRow) return false;
    this.#seqs[slot] = seq;
    this.#hashes.set(hash, slot * words);
    return true;
  }

  /** Returns the row with this ID; null if there is none. */
  get(id: string): number | null {
    const seq = this.#seqs[this.#slotOf(hashOf(id))];
    return seq === undefined || seq === noRow ? null : seq;
  }

  /** The slot of the hash, or the free one where it belongs. */
  #slotOf(hash: Uint32Array): number {
    for (let slot = hash[0]! & this.#mask; ; slot = (slot + 1) & this.#mask) {
      if (this.#seqs[slot] === noRow) return slot;
      const at = slot * words;
      if (
        this.#hashes[at] === hash[0] &&
        this.#hashes[at + 1] === hash[1] &&
        this.#hashes[at + 2] === hash[2]
      ) {
        return slot;
      }
    }
  }
}

function hashOf(id: string): Uint32Array {
  const bytes = createHash('sha1').update(id).digest();
  return new Uint32Array([bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8)]);
}
