/** The ledger’s file: its line format, reading it at start, and repairing its last line. */
import { z } from 'zod';
import type { Notice } from '#shared/contract/run.ts';
import { AppendFile, setAside } from './append-file.ts';
import type { FilePort, OpenFile } from './file-port.ts';
import { chunkLength, fill } from './file-port.ts';
import { asStoreError, StoreError, systemCode } from './store-error.ts';

/** Of the ledger, in the data folder. */
export const ledgerName = 'ledger.jsonl';

interface OpenedLedger {
  notices: Notice[];
  /** The file, which ends with a whole line; or why nothing may be appended to it. */
  writer: AppendFile | StoreError;
  /** It was missing, and was created. */
  isNew: boolean;
}

/**
 * Reads the ledger at `path` in `folder`, creating it when it is missing, and passes each line to
 * `onLine`: there may be hundreds of thousands. If it can't be written it is only read: what was fetched
 * must stay accessible.
 */
export async function readLedger(
  files: FilePort,
  folder: string,
  path: string,
  now: Date,
  onLine: (line: LedgerLine) => void,
): Promise<OpenedLedger> {
  let opened: { file: OpenFile; isNew: boolean };
  try {
    opened = await openOrCreate(files, folder, path);
  } catch (error) {
    // The ledger isn't a regular file and can't be read; everything that was fetched still can.
    if (!(error instanceof StoreError)) throw error;
    const writer = readOnlyError(error);
    return { notices: [readOnlyNotice(writer)], writer, isNew: false };
  }
  const { file, isNew } = opened;
  try {
    const size = await file.size();
    let isDamaged = false;
    const { end, isTooLong } = await readLines(file, size, (text) => {
      const line = text === null ? null : decodeLine(text);
      if (line === null) isDamaged = true;
      else onLine(line);
    });
    const notices: Notice[] = isDamaged || isTooLong ? [damagedNotice] : [];
    try {
      // No crash leaves that much, so it is kept where it is; the next line begins after it.
      if (isTooLong) {
        const writer = await AppendFile.open(files, path, size);
        await writer.append([Buffer.from('\n')]);
        return { notices, writer, isNew };
      }
      if (end < size) {
        await setAside(files, folder, path, { log: file, from: end, to: size }, 'ledger-torn', now);
        notices.push(tornNotice);
      }
      return { notices, writer: await AppendFile.open(files, path, end), isNew };
    } catch (error) {
      const writer = readOnlyError(error);
      return { notices: [...notices, readOnlyNotice(writer)], writer, isNew };
    }
  } finally {
    await file.close();
  }
}

async function openOrCreate(
  files: FilePort,
  folder: string,
  path: string,
): Promise<{ file: OpenFile; isNew: boolean }> {
  try {
    return { file: await files.open(path, 'read'), isNew: false };
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  const file = await files.open(path, 'create');
  await file.sync();
  await files.syncFolder(folder);
  return { file, isNew: true };
}

/** In bytes; ours have a few hundred. */
const longestLine = 64 * 1024;

/**
 * Passes on the lines that end with a line feed, null for one that is too long; returns the end of the
 * last one, and whether what follows it is too long for a line.
 */
async function readLines(
  file: OpenFile,
  size: number,
  onLine: (text: string | null) => void,
): Promise<{ end: number; isTooLong: boolean }> {
  // New memory for each chunk would take longer than reading it.
  const chunk = Buffer.allocUnsafe(chunkLength);
  /** Length of the unfinished line at the start of `chunk`. */
  let kept = 0;
  let isTooLong = false;
  let end = 0;
  for (let at = 0; at < size;) {
    const read = await fill(file, chunk.subarray(kept), at);
    if (read === 0) break;
    const bytes = chunk.subarray(0, kept + read);
    let from = 0;
    for (let feed = bytes.indexOf(0x0a); feed !== -1; feed = bytes.indexOf(0x0a, from)) {
      isTooLong ||= feed - from > longestLine;
      onLine(isTooLong ? null : bytes.toString('utf8', from, feed));
      isTooLong = false;
      from = feed + 1;
      end = at - kept + from;
    }
    isTooLong ||= bytes.length - from > longestLine;
    at += read;
    // Of a line that is too long only its end is looked for.
    kept = isTooLong ? 0 : bytes.copy(chunk, 0, from);
  }
  return { end, isTooLong };
}

function readOnlyError(cause: unknown): StoreError {
  const { message } = asStoreError(
    cause,
    'The ledger of calls can’t be written, so no call is made.',
  );
  return new StoreError('read_only', message, { cause });
}

function readOnlyNotice({ message }: StoreError): Notice {
  const advice =
    'You can read and save the rows you have. Restart the program once the ledger can be written.';
  return { code: 'ledger_read_only', message: `${message} ${advice}` };
}

const tornNotice: Notice = {
  code: 'ledger_torn',
  message:
    'The program was stopped while a call was being noted. The unfinished line was set aside; a call that was under way then may have been counted.',
};

const damagedNotice: Notice = {
  code: 'ledger_damaged',
  message:
    'Part of the ledger of calls can’t be read. The file is kept as it is, but more calls may have been made than are counted.',
};

export const ledgerVersion = 1;

/** The call about to be made, and its run. */
const callEntrySchema = z.object({
  runId: z.string(),
  endpointId: z.string(),
  platform: z.string(),
  /** `sample`, or the origin of the service's address. */
  profileId: z.string(),
  metered: z.boolean(),
});
export type CallEntry = z.infer<typeof callEntrySchema>;

/** Never left this computer; was answered; left and was not answered. */
const callResultSchema = z.enum(['notSent', 'answered', 'unanswered']);
export type CallResult = z.infer<typeof callResultSchema>;

const lineSchema = z.discriminatedUnion('kind', [
  z.object({
    v: z.literal(ledgerVersion),
    kind: z.literal('sent'),
    id: z.string(),
    at: z.iso.datetime(),
    ...callEntrySchema.shape,
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

export function encodeLine(line: LedgerLine): Buffer {
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

/** Decodes a line; null if it is damaged. */
function decodeLine(text: string): LedgerLine | null {
  try {
    return lineSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
