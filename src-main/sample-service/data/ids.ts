/**
 * Ids that encode what they stand for. As on real platforms the upper part of an id is its moment; the
 * lower part is its owner (`owner`) and where it was first seen (`slot`, see memory.ts). So a post can be
 * requested by its id alone, and is the same post as in a search.
 */

interface IdParts {
  /** Seconds since 1970. */
  second: number;
  /** 0 to 65,535. */
  owner: number;
  /** 0 to 16,383. */
  slot: number;
}

export interface IdCodec {
  encode: (parts: IdParts) => bigint;
  /** Decodes any number: one that was not made here has arbitrary, but stable, parts. */
  decode: (id: bigint) => IdParts;
}

/** Ids with this ending do not exist, by the sample service's documented rule (README). */
const missingEnding = '0000';

interface IdLayout {
  /** Start of the count, in milliseconds since 1970. */
  epochMs: number;
  /** Resolution of the moment: 1000 for milliseconds, 1 for seconds. */
  unitsPerSecond: number;
  /** Bits below the moment. */
  shift: number;
}

function createIdCodec({ epochMs, unitsPerSecond, shift }: IdLayout): IdCodec {
  const scale = 2 ** shift;
  const epoch = (epochMs * unitsPerSecond) / 1000;
  const encodeWith = (parts: IdParts, salt: number): bigint => {
    // Below the second there is room for more than 31 bits: its fractions, and the low bits.
    const payload = salt * 2 ** 30 + parts.slot * 2 ** 16 + parts.owner;
    const moment = parts.second * unitsPerSecond + Math.floor(payload / scale) - epoch;
    return (BigInt(moment) << BigInt(shift)) | BigInt(payload % scale);
  };
  return {
    encode: (parts) => {
      for (let salt = 0; salt < 3; salt += 1) {
        const id = encodeWith(parts, salt);
        if (!String(id).endsWith(missingEnding)) return id;
      }
      return encodeWith(parts, 0);
    },
    decode: (id) => {
      const small = BigInt.asUintN(63, id);
      const moment = Number(small >> BigInt(shift)) + epoch;
      const second = Math.floor(moment / unitsPerSecond);
      const payload =
        (moment - second * unitsPerSecond) * scale + Number(BigInt.asUintN(shift, small));
      return {
        second,
        owner: payload % 2 ** 16,
        slot: Math.floor(payload / 2 ** 16) % 2 ** 14,
      };
    },
  };
}

export const microblogIds = createIdCodec({
  epochMs: 1_288_834_974_657,
  unitsPerSecond: 1000,
  shift: 22,
});
export const photoshareIds = createIdCodec({
  epochMs: 1_314_220_021_721,
  unitsPerSecond: 1000,
  shift: 23,
});
export const shortvideoIds = createIdCodec({ epochMs: 0, unitsPerSecond: 1, shift: 32 });

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A photoshare shortcode is its media id in base 64. */
export function toShortcode(id: bigint): string {
  let code = '';
  for (let left = id; left > 0n; left >>= 6n) code = alphabet.charAt(Number(left & 63n)) + code;
  return code;
}

export function fromShortcode(code: string): bigint {
  let id = 0n;
  for (const character of code) id = (id << 6n) | BigInt(Math.max(alphabet.indexOf(character), 0));
  return id;
}

// The documented rule for what does not exist (README, Notes).

const nobody = 'nobody_here';

/** Returns whether something with this id or name exists. */
export function exists(idOrName: string): boolean {
  return !idOrName.endsWith(missingEnding) && idOrName.toLowerCase() !== nobody;
}
