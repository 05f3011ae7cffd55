/** Resolves `electron` to the fake; everything else as usual. Says when the main module has run to its end. */
let fake;

export function initialize(address) {
  fake = address;
}

export function resolve(specifier, context, next) {
  if (specifier === 'electron') return { url: fake, shortCircuit: true };
  return next(specifier, context);
}

export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/main/electron.js')) return loaded;
  return { ...loaded, source: `${loaded.source}\nglobalThis.endMain();` };
}
