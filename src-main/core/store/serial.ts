/** Actions one after the other, in the order in which they were asked for. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `action` when all before it have ended, whether well or not. */
  run<T>(action: () => Promise<T>): Promise<T> {
    const done = this.#last.then(action);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when nothing is under way. */
  async settle(): Promise<void> {
    await this.#last;
  }
}
