/**
 * What crosses between the page and main, as text and back. Electron clones it as `structuredClone` does,
 * so that `undefined`, NaN and bytes arrive, `toJSON` isn't asked, and functions fail. The page is given
 * both functions as text: neither may use anything outside of it.
 */

/** What JSON can't say becomes a list that begins with its kind. */
export function packed(value: unknown): unknown {
  if (value === undefined) return ['undefined'];
  if (typeof value === 'bigint') return ['bigint', String(value)];
  if (typeof value === 'number') {
    const isPlain = Number.isFinite(value) && !Object.is(value, -0);
    return isPlain ? value : ['number', Object.is(value, -0) ? '-0' : String(value)];
  }
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new Error('An object could not be cloned.');
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return ['array', ...value.map(packed)];
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === 'Date') return ['date', Number(value)];
  if (kind === 'Uint8Array') return ['bytes', ...(value as Uint8Array)];
  if (kind !== 'Object') throw new Error(`electron-fake: ${kind} over IPC`);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, packed(one)]));
}

/** The way back. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unpacked(one)]));
  }
  const [kind, ...rest] = value as [string, ...unknown[]];
  switch (kind) {
    case 'bigint':
      return BigInt(String(rest[0]));
    case 'number':
      return Number(rest[0]);
    case 'array':
      return rest.map(unpacked);
    case 'date':
      return new Date(Number(rest[0]));
    case 'bytes':
      return Uint8Array.from(rest.map(Number));
    default:
      return undefined;
  }
}
