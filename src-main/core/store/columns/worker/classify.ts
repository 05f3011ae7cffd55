/**
 * What an error of DuckDB means for us. It has no codes: the kind stands at the beginning of the
 * message, the reason in it.
 */
import type { ColumnsErrorCode } from '../columns-error.ts';
import { ColumnsError } from '../columns-error.ts';

const signs: readonly (readonly [ColumnsErrorCode, RegExp])[] = [
  ['cancelled', /^INTERRUPT/],
  ['ended', /has been invalidated because of a previous/],
  ['fatal', /^(?:FATAL|INTERNAL) Error/],
  ['storage_full', /no space left|disk (?:is )?full|not enough space|max_temp_directory_size/i],
  ['memory', /^Out of Memory|failed to allocate/i],
  [
    'damaged',
    /corrupt|checksum|could not read|not a valid DuckDB|Serialization Error|version number|has been invalidated/i,
  ],
];

export function classify(error: unknown): ColumnsError {
  if (error instanceof ColumnsError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = signs.find(([, sign]) => sign.test(message))?.[0] ?? 'failed';
  return new ColumnsError(code, message);
}
