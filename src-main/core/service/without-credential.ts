/** A service may repeat the key it was sent, in an error or in an item; we neither show nor keep it. */

/** Shorter ones are no keys, and would be found in ordinary text. */
const shortest = 8;
const asterisk = 0x2a;

/**
 * The body with the credential's characters replaced by asterisks, one for one, so that JSON stays
 * JSON and CSV stays CSV (checklist 17). The body itself is changed, and given back, when it has
 * the credential.
 */
export function withoutCredential(body: Buffer, credential: string | null): Buffer {
  return erase(body, formsOf(credential));
}

/**
 * The same of a body that streams: the credential may lie across chunks, so what may be its
 * beginning waits for the next one. Where the body ends or breaks off inside it, the part that
 * came is hidden too.
 */
export async function* withoutCredentialIn(
  chunks: AsyncIterable<Uint8Array>,
  credential: string | null,
): AsyncGenerator<Uint8Array> {
  const forms = formsOf(credential);
  let held: Buffer = Buffer.alloc(0);
  const last = (): Buffer => (held.length < shortest ? held : held.fill(asterisk));
  try {
    for await (const chunk of chunks) {
      const bytes = erase(Buffer.concat([held, chunk]), forms);
      const from = bytes.length - beginningAtEnd(bytes, forms);
      held = bytes.subarray(from);
      if (from > 0) yield bytes.subarray(0, from);
    }
  } catch (error) {
    if (held.length > 0) yield last();
    throw error;
  }
  if (held.length > 0) yield last();
}

function erase(body: Buffer, forms: readonly Buffer[]): Buffer {
  for (const form of forms) {
    for (let at = body.indexOf(form); at !== -1; at = body.indexOf(form, at + form.length)) {
      body.fill(asterisk, at, at + form.length);
    }
  }
  return body;
}

/** As it is, as JSON has it and as CSV has it: longer ones first, because they hold shorter ones. */
function formsOf(credential: string | null): Buffer[] {
  if (credential === null || credential.length < shortest) return [];
  const inJson = JSON.stringify(credential).slice(1, -1);
  const inCsv = credential.replaceAll('"', '""');
  return [...new Set([inJson, inCsv, credential])].map((form) => Buffer.from(form));
}

/** How many of the last bytes are the beginning of a form, and not all of it. */
function beginningAtEnd(bytes: Buffer, forms: readonly Buffer[]): number {
  const longest = Math.max(0, ...forms.map((form) => form.length - 1));
  for (let count = Math.min(longest, bytes.length); count > 0; count--) {
    const end = bytes.subarray(bytes.length - count);
    if (forms.some((form) => form.length > count && form.subarray(0, count).equals(end))) {
      return count;
    }
  }
  return 0;
}
