/** Reading a small file member by member: what can't be read costs nothing else. */
import type { z } from 'zod';
import type { Notice } from '#shared/contract/run.ts';
import type { JsonFileState } from '../store/json-file.ts';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each member that is missing or damaged gets its default; the others are kept. */
export function readMembers<Schema extends z.ZodObject>(
  schema: Schema,
  defaults: z.output<Schema>,
  content: unknown,
): z.output<Schema> {
  const known = isObject(content) ? content : {};
  const sound = Object.entries(schema.shape).flatMap(([name, member]) => {
    const parsed = member.safeParse(known[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return schema.parse({ ...defaults, ...Object.fromEntries(sound) });
}

/** What a person is told of a file that could not be read, or not all of it. */
export const noticesFor = (
  subject: 'settings' | 'workspace' | 'project' | 'projects' | 'service_profile' | 'failures',
  { damaged, refused }: { damaged: string; refused: string },
): Record<JsonFileState, Notice[]> => ({
  sound: [],
  damaged: [{ code: `${subject}_damaged`, message: damaged }],
  refused: [{ code: `${subject}_refused`, message: refused }],
});
