/** From the bytes of any answer to what the window shows of it. Nothing here is ever run or drawn as HTML. */
import { isUtf8 } from 'node:buffer';
import type { FreeAnswer } from '#shared/contract/request.ts';
import { parseAsSent, scanItems } from '../json/index.ts';
import type { JsonValue } from '../json/index.ts';
import { withoutCredential } from '../service/without-credential.ts';
import { replaceCursors } from '../store/stored-body.ts';

export type ReadBody = Pick<FreeAnswer, 'form' | 'text' | 'isCut' | 'value'>;

/** What lies beyond is not shown as text; saving saves all of it. */
const mostCharacters = 1_000_000;
/** JSON beyond this, in characters or levels, is shown as text only. */
const longestJson = 4_000_000;
const deepestJson = 60;

export function readBody(body: Uint8Array): ReadBody {
  if (!isUtf8(body)) return { form: 'bytes', text: '', isCut: false, value: null };
  const whole = new TextDecoder().decode(body);
  const shown = { text: whole.slice(0, mostCharacters), isCut: whole.length > mostCharacters };
  if (whole.length > longestJson || isDeep(whole)) {
    return { form: /^\s*[{[]/.test(whole) ? 'large' : 'text', ...shown, value: null };
  }
  const value = parseOrUndefined(whole);
  return value === undefined
    ? { form: 'text', ...shown, value: null }
    : { form: 'json', ...shown, value };
}

/** What is kept and shown of a body: without cursors (checklist 26) and credentials (17). */
export function cleanBody(body: Buffer, secrets: readonly string[]): Buffer {
  const hasBom = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  const json = hasBom ? body.subarray(3) : body;
  // Cursors of an envelope, and of one inside an operation's `result`.
  const { cursors } = scanItems(json, ['result', 'results']);
  const clean = cursors.length === 0 ? body : replaceCursors(json, cursors);
  for (const secret of secrets) withoutCredential(clean, secret);
  return clean;
}

/** Whether brackets outside strings lie deeper than a recursive reader should go. */
function isDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > deepestJson) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}

function parseOrUndefined(text: string): JsonValue | undefined {
  try {
    return parseAsSent(text);
  } catch {
    return undefined;
  }
}
