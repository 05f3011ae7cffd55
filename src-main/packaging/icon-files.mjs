/** Puts PNGs into the two containers that Windows and macOS require; both store them unchanged. */

export const linuxSizes = [16, 24, 32, 48, 64, 96, 128, 256, 512];
export const icoSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256];

/** Apple's types for pictures that may be PNG: size in pixels by type. */
const icnsTypes = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];
export const icnsSizes = [...new Set(icnsTypes.map(([, size]) => size))];

/**
 * @param {ReadonlyMap<number, Buffer>} pngs by size in pixels.
 * @returns {Buffer} Windows' ICO: a directory of 16 bytes per picture, then the pictures.
 */
export function asIco(pngs) {
  const head = Buffer.alloc(6 + 16 * pngs.size);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pngs.size, 4);
  let entry = 6;
  let offset = head.length;
  for (const [size, png] of pngs) {
    // 256 does not fit in a byte and is written as 0.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    entry += 16;
    offset += png.length;
  }
  return Buffer.concat([head, ...pngs.values()]);
}

/**
 * @param {ReadonlyMap<number, Buffer>} pngs by size in pixels: all of `icnsSizes`.
 * @returns {Buffer} Apple's ICNS: type, length and picture, one after the other.
 */
export function asIcns(pngs) {
  const parts = icnsTypes.flatMap(([type, size]) => {
    const png = pngs.get(size);
    const head = Buffer.alloc(8, type, 'latin1');
    head.writeUInt32BE(head.length + png.length, 4);
    return [head, png];
  });
  const head = Buffer.alloc(8, 'icns', 'latin1');
  head.writeUInt32BE(head.length + Buffer.concat(parts).length, 4);
  return Buffer.concat([head, ...parts]);
}
