/** The lines of the ledger, and how they are read back. */
import { z } from 'zod';

export const ledgerVersion = 1;

/** What is about to be asked, and for whom. */
export const callEntrySchema = z.object({
  runId: z.string(),
  endpointId: z.string(),
  platform: z.string(),
  /** `sample`, or the origin of the service's address. */
  profileId: z.string(),
  metered: z.boolean(),
});
export type CallEntry = z.infer<typeof callEntrySchema>;

/** Nothing left this computer; an answer came; it left and no answer came. */
export const callResultSchema = z.enum(['notSent', 'answered', 'unanswered']);
export type CallResult = z.infer<typeof callResultSchema>;

const lineSchema = z.discriminatedUnion('kind', [
  z.object({
    v: z.literal(ledgerVersion),
    kind: z.literal('sent'),
    id: z.string(),
    at: z.iso.datetime(),
    ...callEntrySchema.shape,
    /** Not noted before it was sent: made later, from a page that was kept. */
    recounted: z.literal(true).optional(),
  }),
  z.object({
    v: z.literal(ledgerVersion),
    kind: z.literal('done'),
    id: z.string(),
    at: z.iso.datetime(),
    outcome: callResultSchema,
    /** HTTP status. */
    status: z.number().nullable(),
  }),
]);
export type LedgerLine = z.infer<typeof lineSchema>;
export type SentLine = LedgerLine & { kind: 'sent' };

const anyVersionSchema = z.looseObject({ v: z.number() });

export function encodeLine(line: LedgerLine): Buffer {
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

/** `newer`: written by a newer version. `unreadable`: damaged. */
export function decodeLine(text: string): LedgerLine | 'newer' | 'unreadable' {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'unreadable';
  }
  const line = lineSchema.safeParse(value);
  if (line.success) return line.data;
  const other = anyVersionSchema.safeParse(value);
  return other.success && other.data.v > ledgerVersion ? 'newer' : 'unreadable';
}
