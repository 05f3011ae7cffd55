/**
 * Many may ask at once; a change of columns waits until nobody does, since a question is written
 * for the columns as they are. A question that comes while a change waits is asked after it.
 */
export class Gate {
  #asking = 0;
  #change: Promise<void> | undefined;
  #onFree: (() => void) | undefined;

  async shared<T>(ask: () => Promise<T>): Promise<T> {
    while (this.#change !== undefined) await this.#change;
    this.#asking++;
    try {
      return await ask();
    } finally {
      this.#asking--;
      if (this.#asking === 0) this.#onFree?.();
    }
  }

  async exclusive<T>(change: () => Promise<T>): Promise<T> {
    while (this.#change !== undefined) await this.#change;
    const done = this.#changeWhenFree(change);
    this.#change = done.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await done;
    } finally {
      this.#change = undefined;
    }
  }

  async #changeWhenFree<T>(change: () => Promise<T>): Promise<T> {
    if (this.#asking > 0) {
      await new Promise<void>((resolve) => {
        this.#onFree = resolve;
      });
      this.#onFree = undefined;
    }
    return change();
  }
}
