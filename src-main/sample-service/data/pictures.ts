/**
 * Pictures, as PNG: landscapes, seas, patterns, portraits. A few were painted once, without colours
 * (`paintings.json`); each picture is a part of one, in colours of its own, rolled from a text.
 */
import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { crc32, deflate, inflateSync } from 'node:zlib';
import { createDice } from './dice.ts';
import paintings from './paintings.json' with { type: 'json' };
import colours from './palettes.json' with { type: 'json' };

export type Size = readonly [width: number, height: number];

const sizes = { portraits: [269, 269], views: [960, 600] } as const;

/**
 * Of a painting, deflated: for each of 256 indexes how much it has of each of so many colours, from 0 to 255;
 * then the indexes of its pixels.
 */
const colourCount = 8;
const pixelsStart = 256 * colourCount;

/** Sunlight, and the shade under a chin. */
const [shine, shade] = ['fff8e8', '3c1e14'];

/**
 * The picture of a text.
 * @param step how many pixels of the original are one: a small picture shows the same as a large one.
 */
export async function pictureOf(
  text: string,
  kind: keyof typeof sizes,
  [width, height]: Size = sizes[kind],
  step = 1,
): Promise<Buffer<ArrayBuffer>> {
  const dice = createDice('picture', text);
  const { hairs, palettes, skins } = colours;
  const hexes = [...dice.pick(palettes), shine, dice.pick(skins), dice.pick(hairs), shade];
  const paints = hexes.map((hex) => Buffer.from(hex, 'hex'));
  const painting = inflateSync(Buffer.from(dice.pick(paintings[kind]), 'base64'));
  const channels = Array.from({ length: 3 * 256 }, (_, at) => {
    const first = colourCount * Math.floor(at / 3);
    const shares = painting.subarray(first, first + colourCount);
    return shares.reduce((sum, share, which) => sum + share * paints[which]![at % 3]!, 0) / 255;
  });
  const [columns, lines] = sizes[kind];
  const left = dice.below(columns - width + 1);
  const top = Math.floor((lines - height) / 2);
  const isMirrored = dice.chance(0.5);
  // Each line follows the number of its filter: none.
  const pixels = Array.from({ length: Math.floor(height / step) }, (_, line) => {
    const start = pixelsStart + (top + line * step) * columns + left;
    const whole = painting.subarray(start, start + width);
    const row = step === 1 ? whole : whole.filter((_pixel, at) => at % step === 0);
    return [Buffer.of(0), isMirrored ? row.toReversed() : row];
  });
  const size = [Math.ceil(width / step), pixels.length] as const;
  return toPng(size, Buffer.from(channels), Buffer.concat(pixels.flat()));
}

const bigEndian = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};

async function toPng([width, height]: Size, palette: Buffer, pixels: Buffer) {
  const chunks = {
    // Eight bits a pixel, which is an index of the palette.
    IHDR: Buffer.concat([bigEndian(width), bigEndian(height), Buffer.of(8, 3, 0, 0, 0)]),
    PLTE: palette,
    IDAT: await promisify(deflate)(pixels),
    IEND: Buffer.alloc(0),
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...Object.entries(chunks).flatMap(([type, content]) => {
      const body = Buffer.concat([Buffer.from(type), content]);
      return [bigEndian(content.length), body, bigEndian(crc32(body))];
    }),
  ]);
}
