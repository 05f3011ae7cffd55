/**
 * Stands in for zod in the window's build. Main checks what it is given; the window has schemas only because they
 * are beside the types and words that both share, and building them took a third of the time until it was there.
 * Every part of a schema is this one. Zod would also need `new Function`, which the page's policy forbids.
 */
export const z: object = new Proxy(() => z, {
  get: (_, name) => {
    if (name === 'parse' || name === 'safeParse') throw new Error('The window has no schemas.');
    // What spreads the options of one gets none.
    return name === Symbol.iterator ? () => [].values() : z;
  },
});
