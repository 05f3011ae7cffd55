/** The files of an archive whose entries are stored or deflated (PKWARE, APPNOTE 4.3). */
import { inflateRawSync } from 'node:zlib';

export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  if (end === -1) throw new Error('No archive');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const isStored = archive.readUInt16LE(at + 10) === 0;
    const size = archive.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place));
    const local = archive.readUInt32LE(at + 42);
    const content =
      local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const nameAt = at + 46;
    const bytes = archive.subarray(content, content + size);
    files.set(
      archive.toString('utf8', nameAt, nameAt + (name ?? 0)),
      isStored ? bytes : inflateRawSync(bytes),
    );
    at = nameAt + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
