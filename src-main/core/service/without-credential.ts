/** A service may repeat the key it was sent, in an error or in an item; we neither show nor keep it. */

/** Shorter ones are no keys, and would be found in ordinary text. */
const shortest = 8;
const asterisk = 0x2a;

/**
 * The body with the credential's characters replaced by asterisks, one for one, so that JSON stays
 * JSON (checklist 17). The body itself is changed, and given back, when it has the credential.
 */
export function withoutCredential(body: Buffer, credential: string | null): Buffer {
  if (credential === null || credential.length < shortest) return body;
  const written = [credential, JSON.stringify(credential).slice(1, -1)];
  for (const form of new Set(written)) {
    for (let at = body.indexOf(form); at !== -1; at = body.indexOf(form, at + form.length)) {
      body.fill(asterisk, at, at + form.length);
    }
  }
  return body;
}
