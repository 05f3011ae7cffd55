/** Resolves `electron` to the fake; everything else as usual. */
let fake;

export function initialize(address) {
  fake = address;
}

export function resolve(specifier, context, next) {
  if (specifier === 'electron') return { url: fake, shortCircuit: true };
  return next(specifier, context);
}
