/** The committed icons: every size is there, in containers that can be read. */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { icnsSizes, icoSizes, linuxSizes } from '#main/packaging/icon-files.mjs';

const read = (name: string): Promise<Buffer> =>
  readFile(fileURLToPath(new URL(`../../../src-main/packaging/${name}`, import.meta.url)));

/** Width and height, from the head that every PNG has. */
function sizeOf(png: Buffer): number[] {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
const square = (size: number): number[] => [size, size];

describe('icons', () => {
  it('Linux has a picture of each size, under its name', async () => {
    const folder = fileURLToPath(new URL('../../../src-main/packaging/icons', import.meta.url));
    const names = linuxSizes.map((size) => `${size}x${size}.png`);
    expect((await readdir(folder)).toSorted()).toEqual(names.toSorted());
    for (const size of linuxSizes) {
      expect(sizeOf(await read(`icons/${size}x${size}.png`))).toEqual(square(size));
    }
  });

  it('Windows’ file holds a picture of each size', async () => {
    const ico = await read('icon.ico');
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, icoSizes.length]);
    for (const [at, size] of icoSizes.entries()) {
      const entry = 6 + 16 * at;
      expect(ico.readUInt8(entry) || 256).toBe(size);
      const [length, offset] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)];
      expect(sizeOf(ico.subarray(offset, offset + length))).toEqual(square(size));
    }
  });

  it('Apple’s file holds a picture of each size', async () => {
    const icns = await read('icon.icns');
    expect([icns.subarray(0, 4).toString(), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
    const sizes = new Set<number>();
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      const [width = 0, height] = sizeOf(icns.subarray(at + 8));
      expect(width).toBe(height);
      sizes.add(width);
    }
    expect(sizes).toEqual(new Set(icnsSizes));
  });
});
