/**
 * Pictures, videos and subtitles: which a post has, their addresses, and what is there. Some are gone, and
 * some addresses are signed and expire, as on real platforms.
 */
import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { crc32, deflate, inflateSync } from 'node:zlib';
import type { Platform } from '#shared/catalogue/types.ts';
import { createDice, hashText, itemAt } from './dice.ts';
import paintings from './paintings.json' with { type: 'json' };
import colours from './palettes.json' with { type: 'json' };
import videos from './videos.json' with { type: 'json' };

export interface Media {
  kind: 'none' | 'image' | 'carousel' | 'video';
  pictures: number;
  /** Length of the video. */
  seconds: number;
}

/** How often a post of a platform has which media. */
const mixtures: Record<Platform, readonly Media['kind'][]> = {
  microblog: ['none', 'none', 'image', 'none', 'image', 'none', 'carousel', 'none'],
  photoshare: ['image', 'image', 'carousel', 'video', 'video'],
  forum: ['none', 'none', 'none', 'image', 'none', 'none', 'none', 'video'],
  shortvideo: ['video', 'video', 'video', 'video', 'video', 'video', 'video', 'carousel'],
};

export function mediaOf(platform: Platform, id: string): Media {
  const dice = createDice('media', platform, id);
  const kind = dice.pick(mixtures[platform]);
  const several = kind === 'carousel' ? dice.between(2, 4) : 1;
  const seconds = dice.chance(0.8) ? dice.between(6, 75) : dice.between(76, 400);
  return { kind, pictures: kind === 'none' ? 0 : several, seconds };
}

const isSigned = (id: string): boolean => createDice('signed', id).chance(0.08);
const isGone = (id: string): boolean => createDice('gone', id).chance(0.04);
const signatureOf = (name: string, expires: string): string =>
  hashText(`${name} ${expires}`).toString(16).padStart(8, '0');

/** The post that a file belongs to: `12-small.png` and `12/1.png` to `12`. */
const ownerOf = (name: string): string => /^[^/.-]*/.exec(name)?.[0] ?? name;

/**
 * @param name of a file, such as `avatars/mira_osei.png`.
 * @param posted when, in seconds since 1970: the addresses of some posts expire within hours.
 */
export function mediaUrl(platform: Platform, name: string, posted?: number): string {
  const url = `https://media.example.org/${platform}/${name}`;
  const id = ownerOf(name);
  if (posted === undefined || !isSigned(id)) return url;
  const expires = String(posted + createDice('expires', id).between(10, 600) * 60);
  return `${url}?expires=${expires}&signature=${signatureOf(name, expires)}`;
}

// Sizes of pictures: a wall of them is not all squares.
const tall = [400, 500] as const;
const square = [448, 448] as const;
const wide = [596, 336] as const;
const upright = [336, 596] as const;
const banner = [900, 300] as const;
const shapes = {
  microblog: [wide, wide, square, tall],
  photoshare: [tall, tall, square],
  forum: [wide, square],
  shortvideo: [upright],
} as const;

function picture(platform: Platform, name: string): Promise<Buffer<ArrayBuffer>> {
  // The same person on every platform.
  if (name.startsWith('avatars/')) return pictureOf(name, 'portraits');
  // A small one shows the same.
  const whole = name.replace('-small.', '.');
  const id = ownerOf(name);
  const isUpright = platform === 'photoshare' && mediaOf(platform, id).kind === 'video';
  const shape = isUpright ? upright : createDice('shape', id).pick<Size>(shapes[platform]);
  const size = name.startsWith('banners/') ? banner : shape;
  return pictureOf(`${platform} ${whole}`, 'views', size, whole === name ? 1 : 3);
}

interface Requested {
  platform: Platform;
  name: string;
  query: Readonly<Record<string, string>>;
  /** Seconds since 1970. */
  now: number;
}

/**
 * What is at the address of a file; the status if there is nothing.
 * @param speechIn says what is said in a post's video.
 */
export async function mediaAt(
  { name, now, platform, query: { expires = '', signature } }: Requested,
  speechIn: (id: string) => string,
): Promise<{ type: string; body: Buffer<ArrayBuffer> | string } | 403 | 404> {
  const id = ownerOf(name);
  const isValid = Number(expires) > now && signature === signatureOf(name, expires);
  if (isSigned(id) && !isValid) return 403;
  if (isGone(id)) return 404;
  const [, ending = ''] = /\.(\w+)$/.exec(name) ?? [];
  if (ending === 'png') return { type: 'image/png', body: await picture(platform, name) };
  if (ending === 'vtt' && /^\d+$/.test(id)) {
    return { type: 'text/vtt', body: subtitlesOf(speechIn(id)) };
  }
  const shown = videos.filter((one) => one.type === `video/${ending}`);
  if (shown.length === 0) return 404;
  const { base64, type } = itemAt(shown, hashText(id));
  return { type, body: Buffer.from(base64, 'base64') };
}

/** A text as subtitles of a short video, a few words at a time. */
function subtitlesOf(text: string): string {
  const parts = text.match(/\S.{0,38}\S(?=\s|$)|\S+/gu) ?? [];
  const each = 6 / Math.max(parts.length, 1);
  const moment = (at: number): string => `00:00:${(at * each).toFixed(3).padStart(6, '0')}`;
  const cues = parts.map((part, at) => `${moment(at)} --> ${moment(at + 1)}\n${part}\n`);
  return ['WEBVTT\n', ...cues].join('\n');
}

// Pictures, as PNG: landscapes, seas, patterns, portraits. A few were painted once, without colours; each
// picture is a part of one, in colours of its own, rolled from a text.

type Size = readonly [width: number, height: number];

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
async function pictureOf(
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
