/** Erases the key from answers: a service may echo it in an error or an item, and we never keep it. */
import { scanItems } from '../json/index.ts';
import { replaceCursors } from '../store/body-file.ts';
import { formsOf, shortestSecret } from '../support/redact.ts';

const asterisk = 0x2a;

/**
 * Replaces the credential with asterisks, byte for byte, so that JSON stays JSON and CSV stays CSV
 * (checklist 17): as it is, escaped as in JSON, and percent-encoded. Changes the body in place and
 * returns it.
 */
export function withoutCredential(body: Buffer, credential: string | null): Buffer {
  return erase(body, bytesOf(credential));
}

/**
 * Does the same for a streamed body. The credential may span chunks, so bytes that may be its beginning
 * are held until the next chunk. If the body ends or breaks off inside it, that part is erased too.
 */
export async function* withoutCredentialIn(
  chunks: AsyncIterable<Uint8Array>,
  credential: string | null,
): AsyncGenerator<Uint8Array> {
  const forms = bytesOf(credential);
  let held: Buffer = Buffer.alloc(0);
  const erased = (): Buffer => (held.length < shortestSecret ? held : held.fill(asterisk));
  try {
    for await (const chunk of chunks) {
      const bytes = erase(Buffer.concat([held, chunk]), forms);
      const from = bytes.length - beginningAtEnd(bytes, forms);
      held = bytes.subarray(from);
      if (from > 0) yield bytes.subarray(0, from);
    }
  } catch (error) {
    if (held.length > 0) yield erased();
    throw error;
  }
  if (held.length > 0) yield erased();
}

const bytesOf = (credential: string | null): Buffer[] =>
  formsOf(credential ?? '').map((form) => Buffer.from(form));

function erase(body: Buffer, forms: readonly Buffer[]): Buffer {
  for (const form of forms) {
    for (let at = body.indexOf(form); at !== -1; at = body.indexOf(form, at)) {
      body.fill(asterisk, at, at + form.length);
    }
  }
  return body;
}

/** Returns how many of the last bytes may be the beginning of the credential. */
function beginningAtEnd(bytes: Buffer, forms: readonly Buffer[]): number {
  const longest = Math.max(0, ...forms.map(({ length }) => length - 1));
  for (let length = Math.min(longest, bytes.length); length > 0; length--) {
    const end = bytes.subarray(bytes.length - length);
    if (forms.some((form) => form.length > length && form.subarray(0, length).equals(end))) {
      return length;
    }
  }
  return 0;
}

/** Returns a body as it is stored and shown: without cursors (checklist 26) and credentials (17). */
export function cleanBody(body: Buffer, secrets: readonly string[]): Buffer {
  const hasBom = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  const json = hasBom ? body.subarray(3) : body;
  // Cursors of an envelope, and of one under an operation's `result`.
  const { cursors } = scanItems(json, ['result', 'results']);
  const clean = cursors.length === 0 ? body : replaceCursors(json, cursors);
  for (const secret of secrets) withoutCredential(clean, secret);
  return clean;
}
