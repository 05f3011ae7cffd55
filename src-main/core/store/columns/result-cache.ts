/** Recently requested orders, as many as fit; the least recently used is dropped first. */

export interface Order {
  /** Identifies the run and the view. */
  key: string;
  /** Number of the run's rows when it was made. */
  rows: number;
  epoch: number;
  seqs: Uint32Array;
}

export class ResultCache {
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #orders = new Map<string, Order>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Finds the order of this view with the most rows, but not more than these. */
  findLongest(key: string, rows: number): Order | undefined {
    let best: Order | undefined;
    for (const order of this.#orders.values()) {
      const fits = order.key === key && order.rows <= rows;
      if (fits && order.rows > (best?.rows ?? -1)) best = order;
    }
    if (best === undefined) return undefined;
    const id = entryId(best);
    this.#orders.delete(id);
    this.#orders.set(id, best);
    return best;
  }

  /** Adds an order. One that is larger than the whole cache is kept until the next is added. */
  add(order: Order): void {
    const id = entryId(order);
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

function entryId({ key, rows }: Order): string {
  return `${rows} ${key}`;
}

/** Includes a fixed size for the entry itself: there could be very many empty ones. */
function sizeOf({ seqs, key }: Order): number {
  return 500 + key.length * 2 + seqs.byteLength;
}
