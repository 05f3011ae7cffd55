/** What a run was created with: the body of the log's first record. */
import { crc32 } from 'node:zlib';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { parseJson } from '../json/index.ts';
import type { OpenFile } from './file-port.ts';
import { readFully } from './file-port.ts';
import type { LogRecord } from './log-scan.ts';

export const readRunHeader = readObject;

/** The body of a record. Undefined when the record is missing, damaged or no JSON object. */
export async function readObject(
  log: OpenFile,
  record: LogRecord | undefined,
): Promise<JsonObject | undefined> {
  if (record === undefined) return undefined;
  const body = await readFully(log, record.bodyStart, record.bodyEnd - record.bodyStart);
  if (crc32(body) !== record.crc) return undefined;
  try {
    return asObject(parseJson(body.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** The value when it is an object, not null and not a list. */
export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? value : undefined;
}
