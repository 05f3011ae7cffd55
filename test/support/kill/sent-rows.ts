/** The rows of a question as its service sends them, asked plainly and remembered. */
import { askPages } from '#test/support/ask-service.ts';

export interface Question {
  endpointId: string;
  path: string;
  q: string;
}

export class SentRows {
  readonly #service: Parameters<typeof askPages>[0];
  readonly #question: Question;
  #pages = 50;
  #rows: readonly unknown[] = [];
  #hasMore = true;

  /** The service must answer the same at any time: its clock stands still. */
  constructor(service: Parameters<typeof askPages>[0], question: Question) {
    this.#service = service;
    this.#question = question;
  }

  /** The first `count` rows; fewer when there are no more. */
  async first(count: number): Promise<readonly unknown[]> {
    while (this.#rows.length < count && this.#hasMore) {
      const { path, q } = this.#question;
      const { pages, hasMore } = await askPages(this.#service, path, { q }, this.#pages);
      this.#rows = pages.flat();
      this.#hasMore = hasMore;
      this.#pages *= 2;
    }
    return this.#rows.slice(0, count);
  }
}
