/** JSON text in parts that look different: names, texts, and everything that is neither. */

export interface JsonToken {
  kind: 'jsonName' | 'jsonText' | 'jsonOther';
  text: string;
}

/** All of the text, in order. */
export function jsonTokens(json: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let at = 0;
  for (const match of json.matchAll(/"(?:[^"\\]|\\.)*"(: )?/g)) {
    if (match.index > at) tokens.push({ kind: 'jsonOther', text: json.slice(at, match.index) });
    tokens.push({ kind: match[1] === undefined ? 'jsonText' : 'jsonName', text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < json.length) tokens.push({ kind: 'jsonOther', text: json.slice(at) });
  return tokens;
}
