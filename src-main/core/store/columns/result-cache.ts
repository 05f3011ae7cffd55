/** Recently requested orders, as many as fit; the least recently used is dropped first. */

export interface CachedOrder {
  /** Identifies the run and the view. */
  key: string;
  /** Number of the run's rows when it was made. */
  rows: number;
  epoch: number;
  /** Null: all rows, in their original order. */
  seqs: Uint32Array | null;
}

export class ResultCache {
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #orders = new Map<string, CachedOrder>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @param epoch null: any epoch. */
  find(key: string, rows: number, epoch: number | null): CachedOrder | undefined {
    const id = entryId(key, rows);
    const order = this.#orders.get(id);
    if (order === undefined) return undefined;
    if (epoch !== null && order.epoch !== epoch) return undefined;
    this.#orders.delete(id);
    this.#orders.set(id, order);
    return order;
  }

  /** Finds the longest order of the same view with fewer rows. */
  findShorter(key: string, rows: number, epoch: number): CachedOrder | undefined {
    let best: CachedOrder | undefined;
    for (const order of this.#orders.values()) {
      const fits = order.key === key && order.epoch === epoch && order.rows < rows;
      if (fits && order.rows > (best?.rows ?? -1)) best = order;
    }
    return best;
  }

  /** Adds an order. One that is larger than the whole cache is kept until the next is added. */
  add(order: CachedOrder): void {
    const id = entryId(order.key, order.rows);
    this.#remove(id);
    this.#orders.set(id, order);
    this.#bytes += sizeOf(order);
    for (const oldest of this.#orders.keys()) {
      if (this.#bytes <= this.#maxBytes || oldest === id) return;
      this.#remove(oldest);
    }
  }

  /** Drops all entries whose keys have this prefix. */
  drop(prefix: string): void {
    for (const [id, { key }] of this.#orders) if (key.startsWith(prefix)) this.#remove(id);
  }

  #remove(id: string): void {
    const order = this.#orders.get(id);
    if (order === undefined) return;
    this.#orders.delete(id);
    this.#bytes -= sizeOf(order);
  }
}

function entryId(key: string, rows: number): string {
  return `${rows} ${key}`;
}

/** Includes a fixed size for the entry itself: there could be very many empty ones. */
function sizeOf({ seqs, key }: CachedOrder): number {
  return 500 + key.length * 2 + (seqs?.length ?? 0) * Uint32Array.BYTES_PER_ELEMENT;
}
