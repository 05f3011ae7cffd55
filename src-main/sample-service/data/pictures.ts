/**
 * Pictures painted on request, as PNG: landscapes, seas, patterns, portraits. Each is rolled
 * from a text, so it is always the same, at any size.
 */
import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { createDice } from './dice.ts';
import type { Dice } from './dice.ts';
import colours from './palettes.json' with { type: 'json' };

type Colour = readonly [red: number, green: number, blue: number];

const toColour = (hex: string): Colour => {
  const [red = 0, green = 0, blue = 0] = Buffer.from(hex, 'hex');
  return [red, green, blue];
};
const mixed = (one: Colour, other: Colour, share: number): Colour => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];
const packed = ([red, green, blue]: Colour): number => (red << 16) | (green << 8) | blue;
const unpacked = (pixel: number): Colour => [pixel >> 16, (pixel >> 8) & 255, pixel & 255];

interface Ellipse {
  across: number;
  down?: number;
  /** Left, top, right and bottom of what it is cut to. */
  box?: readonly number[];
}

type Canvas = ReturnType<typeof createCanvas>;

/** Lengths are in units of the shorter side: a small picture shows the same as a large one. */
function createCanvas(columns: number, lines: number) {
  const unit = Math.min(columns, lines);
  const [width, height] = [columns / unit, lines / unit];
  const pixels = new Uint32Array(columns * lines);

  const blend = (at: number, colour: Colour, share: number): void => {
    pixels[at] = packed(mixed(unpacked(pixels[at]!), colour, share));
  };

  /** Fills everything, with a gradient down to a height. */
  function sky(top: Colour, bottom: Colour, until = height): void {
    for (let line = 0; line < lines; line += 1) {
      const colour = packed(mixed(top, bottom, Math.min(1, line / (until * unit))));
      pixels.fill(colour, line * columns, (line + 1) * columns);
    }
  }

  /** Fills what is below an outline. */
  function below(outline: (x: number) => number, colour: Colour): void {
    const solid = packed(colour);
    for (let column = 0; column < columns; column += 1) {
      const edge = Math.max(0, outline((column + 0.5) / unit) * unit);
      const line = Math.floor(edge);
      if (line >= lines) continue;
      let at = line * columns + column;
      blend(at, colour, line + 1 - edge);
      for (at += columns; at < pixels.length; at += columns) pixels[at] = solid;
    }
  }

  function ellipse(x: number, y: number, shape: Ellipse, colour: Colour, share = 1): void {
    const { across, box = [], down = across } = shape;
    const [solid, most] = [packed(colour), Math.max(across, down)];
    const [left = 0, top = 0, right = width, bottom = height] = box;
    const toPixel = (length: number): number => Math.round(length * unit);
    const first = Math.max(toPixel(left), Math.floor((x - most) * unit) - 1, 0);
    const last = Math.min(toPixel(right), Math.ceil((x + most) * unit) + 1, columns);
    const end = Math.min(toPixel(bottom), Math.ceil((y + most) * unit) + 1, lines);
    // Half a pixel inside and outside the edge.
    const soft = 0.5 / (Math.min(across, down) * unit);
    const [inner, outer] = [Math.max(0, 1 - soft) ** 2, (1 + soft) ** 2];
    let line = Math.max(toPixel(top), Math.floor((y - most) * unit) - 1, 0);
    for (; line < end; line += 1) {
      const v = ((line + 0.5) / unit - y) / down;
      for (let column = first; column < last; column += 1) {
        const u = ((column + 0.5) / unit - x) / across;
        const square = u * u + v * v;
        if (square >= outer) continue;
        const at = line * columns + column;
        if (square <= inner && share === 1) pixels[at] = solid;
        else blend(at, colour, Math.min(1, (1 + soft - Math.sqrt(square)) / soft / 2) * share);
      }
    }
  }

  function png(): Promise<Buffer<ArrayBuffer>> {
    // Each line is filtered by what differs from the line above (2), which compresses gradients well.
    const filtered = Buffer.alloc(lines * (columns * 3 + 1));
    for (let at = 0, to = 0; at < pixels.length; at += 1) {
      if (at % columns === 0) filtered[to++] = 2;
      const [pixel, above] = [pixels[at]!, at < columns ? 0 : pixels[at - columns]!];
      filtered[to++] = (pixel >> 16) - (above >> 16);
      filtered[to++] = (pixel >> 8) - (above >> 8);
      filtered[to++] = pixel - above;
    }
    return toPng(columns, lines, filtered);
  }

  return { width, height, sky, below, ellipse, png };
}

const bigEndian = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};

/** @param filtered lines of three bytes a pixel, each after the number of its filter. */
async function toPng(columns: number, lines: number, filtered: Buffer) {
  // Eight bits for each of three colours.
  const header = [bigEndian(columns), bigEndian(lines), Buffer.from([8, 2, 0, 0, 0])];
  const data = await promisify(deflate)(filtered, { level: 3 });
  const chunks = { IHDR: Buffer.concat(header), IDAT: data, IEND: Buffer.alloc(0) };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...Object.entries(chunks).flatMap(([type, content]) => {
      const body = Buffer.concat([Buffer.from(type), content]);
      return [bigEndian(content.length), body, bigEndian(crc32(body))];
    }),
  ]);
}

// Scenes.

type Paint = readonly [light: Colour, pale: Colour, rich: Colour, dark: Colour];
type Scene = (canvas: Canvas, paint: Paint, dice: Dice) => void;

/** An outline around 0, about 1 high. */
function hills(dice: Dice, sharp: boolean): (x: number) => number {
  const swings = [1, 2.3, 5.1].map((pace) => ({
    pace: pace * (2 + dice.float() * 2),
    phase: dice.float() * 9,
    height: 0.6 / pace,
  }));
  return (x) =>
    swings.reduce((sum, { height, pace, phase }) => {
      const swing = Math.sin(x * pace + phase);
      return sum + height * (sharp ? (Math.asin(swing) * 2) / Math.PI : swing);
    }, 0);
}

/** Firs of different heights along a slope. */
function firs(dice: Dice): (x: number) => number {
  const slope = hills(dice, false);
  const [gap, phase] = [0.05 + dice.float() * 0.04, dice.float()];
  const heights = Array.from({ length: 64 }, () => 0.6 + dice.float());
  return (x) => {
    const place = x / gap + phase;
    const from = Math.abs((place % 1) - 0.5) * 2;
    const branches = ((1 - from) * 4) % 1;
    const height = heights[Math.floor(place) % 64]!;
    return slope(x) * 0.3 - Math.max(0, 1 - from - branches * 0.12) * height;
  };
}

const shine: Colour = [255, 248, 232];

function sun(canvas: Canvas, dice: Dice, x: number, y: number): void {
  const across = 0.07 + dice.float() * 0.09;
  canvas.ellipse(x, y, { across: across * 2.6 }, shine, 0.1);
  canvas.ellipse(x, y, { across: across * 1.7 }, shine, 0.18);
  canvas.ellipse(x, y, { across }, shine, 0.9);
}

const land: Scene = (canvas, [light, pale, rich, dark], dice) => {
  const { height, width } = canvas;
  const horizon = height * (0.45 + dice.float() * 0.15);
  canvas.sky(pale, light, horizon);
  sun(canvas, dice, width * (0.2 + dice.float() * 0.6), horizon * (0.35 + dice.float() * 0.4));
  const hasFirs = dice.chance(0.6);
  const isSharp = dice.chance(0.5);
  const layers = dice.between(4, 5);
  for (let layer = 0; layer < layers; layer += 1) {
    const near = layer / (layers - 1);
    const outline = hasFirs && near > 0.6 ? firs(dice) : hills(dice, isSharp && near < 1);
    const base = horizon + (height - horizon) * near * 0.75;
    const tall = 0.1 + (1 - near) * (isSharp ? 0.12 : 0.03);
    const colour = near < 0.5 ? mixed(pale, rich, near * 2) : mixed(rich, dark, near * 2 - 1);
    canvas.below((x) => base + outline(x) * tall, mixed(colour, rich, 0.15));
  }
};

const sea: Scene = (canvas, [light, pale, rich, dark], dice) => {
  const { height, width } = canvas;
  const horizon = height * (0.4 + dice.float() * 0.2);
  canvas.sky(pale, light, horizon);
  const x = width * (0.25 + dice.float() * 0.5);
  sun(canvas, dice, x, horizon - 0.05 - dice.float() * 0.15);
  const [rock, island] = [hills(dice, true), width * dice.float()];
  const tall = (at: number): number => Math.max(0, 0.16 - Math.abs(at - island) * 0.4);
  const colour = mixed(pale, rich, 0.6);
  if (dice.chance(0.6)) {
    canvas.below((at) => horizon + 0.02 - tall(at) * (1.2 + rock(at)), colour);
  }
  for (let wave = 0; wave < 9; wave += 1) {
    const near = wave / 8;
    const base = horizon + (height - horizon) * near ** 1.5;
    const [pace, phase] = [26 - near * 18, dice.float() * 6];
    const swell = wave === 0 ? 0 : 0.004 + near * 0.014;
    const water = mixed(mixed(pale, rich, 0.35 + near * 0.65), dark, Math.max(0, near - 0.4));
    canvas.below((at) => base + Math.sin(at * pace + phase) * swell, water);
    const gleam = { across: (0.05 + near * 0.12) * (0.7 + dice.float() * 0.6), down: 0.008 };
    canvas.ellipse(x + (dice.float() - 0.5) * 0.06, base + 0.03, gleam, shine, 0.7 - near * 0.4);
  }
};

/** Quarters and halves of discs. */
const tiles: Scene = (canvas, paint, dice) => {
  const side = 1 / dice.pick([3, 4, 5]);
  for (let y = 0; y < canvas.height; y += side) {
    for (let x = 0; x < canvas.width; x += side) {
      const [ground, first, second] = [dice.pick(paint), dice.pick(paint), dice.pick(paint)];
      const box = [x, y, x + side, y + side];
      canvas.ellipse(x, y, { across: side * 2, box }, ground);
      const corner = dice.below(4);
      const [cx, cy] = [x + (corner % 2) * side, y + Math.floor(corner / 2) * side];
      if (dice.chance(0.25)) {
        canvas.ellipse(x + side / 2, y + side / 2, { across: side * 0.36, box }, first);
      } else {
        canvas.ellipse(cx, cy, { across: side, box }, first);
        if (dice.chance(0.5)) canvas.ellipse(cx, cy, { across: side / 2, box }, second);
      }
    }
  }
};

/** Scales of concentric discs, as in Japanese prints of waves. */
const scales: Scene = (canvas, [light, pale, rich, dark], dice) => {
  const across = 1 / dice.pick([5, 7, 9]);
  const rings = dice.chance(0.5)
    ? [dark, light, rich, light, pale]
    : [rich, light, rich, light, dark];
  for (let row = 0; row * across * 0.5 < canvas.height + across * 2; row += 1) {
    for (let x = row % 2 ? across : 0; x < canvas.width + across; x += across * 2) {
      for (const [ring, colour] of rings.entries()) {
        canvas.ellipse(x, row * across * 0.5, { across: across * (1 - ring * 0.19) }, colour);
      }
    }
  }
};

const portrait: Scene = (canvas, [light, pale, rich, dark], dice) => {
  const skin = toColour(dice.pick(colours.skins));
  const hair = toColour(dice.pick(colours.hairs));
  const coat = dice.pick([rich, dark, mixed(rich, dark, 0.5)]);
  canvas.sky(light, pale);
  const style = dice.below(4);
  if (style === 0) canvas.ellipse(0.5, 0.5, { across: 0.25, down: 0.36 }, hair);
  if (style === 1) canvas.ellipse(0.5, 0.15, { across: 0.1 }, hair);
  canvas.ellipse(0.5, 1.05, { across: 0.36, down: 0.32 }, coat);
  canvas.ellipse(0.5, 0.72, { across: 0.085, down: 0.12 }, mixed(skin, [60, 30, 20], 0.15));
  if (style !== 2) canvas.ellipse(0.5, 0.4, { across: 0.212, down: 0.232 }, hair);
  canvas.ellipse(0.5, 0.45, { across: 0.18, down: 0.22 }, skin);
  const part = 0.44 + dice.float() * 0.12;
  if (style === 2)
    canvas.ellipse(0.5, 0.36, { across: 0.23, down: 0.2, box: [0, 0, 1, 0.33] }, coat);
  else canvas.ellipse(part, 0.3, { across: 0.19, down: 0.1 }, hair);
  if (style === 3)
    canvas.ellipse(0.5, 0.6, { across: 0.14, down: 0.1, box: [0, 0.54, 1, 1] }, hair);
};

const scenes: readonly Scene[] = [land, land, land, sea, sea, tiles, scales];

export type Size = readonly [width: number, height: number];

/** Paints the picture of a text. */
export function paintPicture(
  of: string,
  [width, height]: Size,
  isPortrait = false,
): Promise<Buffer<ArrayBuffer>> {
  const dice = createDice('picture', of);
  const canvas = createCanvas(width, height);
  const [light = shine, pale = shine, rich = shine, dark = shine] = dice
    .pick(colours.palettes)
    .map(toColour);
  const scene = isPortrait ? portrait : dice.pick(scenes);
  scene(canvas, [light, pale, rich, dark], dice);
  return canvas.png();
}
