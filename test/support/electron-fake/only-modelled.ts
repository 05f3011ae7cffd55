/** What the program does not use is not here: touching it fails, instead of doing nothing. */

/** @param name As it is called in Electron's documentation. */
export function onlyModelled<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(from, key): unknown {
      // Promises and consoles look for these on anything they are given.
      const looked = typeof key === 'symbol' || key === 'then' || key === 'toJSON';
      if (!looked && !(key in from)) throw notModelled(`${name}.${key}`);
      const value: unknown = Reflect.get(from, key);
      return typeof value === 'function' && !isClass(value) ? (value.bind(from) as unknown) : value;
    },
  });
}

const isClass = (value: object): boolean =>
  Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false;

export const notModelled = (what: string): Error =>
  new Error(`electron-fake: ${what} is not modelled`);

/** Throws on options that have an effect in Electron and none here. */
export function expectKeys(what: string, given: object, known: readonly string[]): void {
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) throw notModelled(`${what} with ${key}`);
  }
}
