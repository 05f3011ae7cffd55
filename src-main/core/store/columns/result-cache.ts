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
  #orders: Order[] = [];

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#orders.reduce((sum, order) => sum + sizeOf(order), 0);
  }

  /** Finds the order of this view with the most rows, but not more than these. */
  findLongest(key: string, rows: number): Order | undefined {
    const [best] = this.#orders
      .filter((order) => order.key === key && order.rows <= rows)
      .toSorted((a, b) => b.rows - a.rows);
    if (best !== undefined) this.#orders = [...this.#orders.filter((one) => one !== best), best];
    return best;
  }

  /** Adds an order. One that is larger than the whole cache is kept until the next is added. */
  add(order: Order): void {
    const isOther = ({ key, rows }: Order): boolean => key !== order.key || rows !== order.rows;
    this.#orders = [...this.#orders.filter(isOther), order];
    for (let { bytes } = this; bytes > this.#maxBytes && this.#orders.length > 1;) {
      bytes -= sizeOf(this.#orders.shift()!);
    }
  }

  /** Drops all orders whose keys have this prefix. */
  drop(prefix: string): void {
    this.#orders = this.#orders.filter(({ key }) => !key.startsWith(prefix));
  }
}

/** Includes a fixed size for the order itself: there could be very many empty ones. */
const sizeOf = ({ seqs, key }: Order): number => 500 + key.length * 2 + seqs.byteLength;
