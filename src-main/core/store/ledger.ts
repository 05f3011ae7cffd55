/**
 * The ledger: every outgoing request is noted on disk before it is sent, and its outcome after. It
 * outlives the runs. `ledger.jsonl` in the data folder, one JSON object per line; `sent` without `done`
 * means that the outcome is unknown.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Notice } from '#shared/contract/run.ts';
import * as clock from '../clock.ts';
import { nodeFiles } from './file-port.ts';
import type { FilePort } from './file-port.ts';
import { LineFile, linesBetween } from './lines.ts';
import { Serial } from './serial.ts';
import { asStoreError } from './store-error.ts';

/** A call that has been noted and not yet settled. */
interface CallToken {
  readonly id: string;
}

interface LedgerPorts {
  files: FilePort;
  now: () => Date;
  /** Whether there are runs, whose calls a missing ledger no longer knows. */
  hasRuns: () => Promise<boolean>;
}

/**
 * Opens or creates the ledger in `dataDir`. A line that a crash left unfinished is set aside. A
 * file on a disk that refuses writes is read as far as possible and not written: then no call can be
 * noted, and none is made.
 *
 * @throws StoreError `storage_full`, `storage_failed`.
 */
export async function openLedger(
  dataDir: string,
  { files = nodeFiles, now = clock.now, hasRuns }: Partial<LedgerPorts> = {},
): Promise<Ledger> {
  const path = join(dataDir, ledgerName);
  try {
    const tally = new CallTally();
    const calls = new NotedCalls((sent, done) => {
      if (done?.outcome === 'notSent') tally.count(sent, 'earlier', -1);
    });
    const lines = await LineFile.open(files, path, {
      ...words,
      longest: longestLine,
      now: now(),
      onLine(text) {
        const line = decodeLine(text);
        if (line?.kind === 'sent') tally.count(line, 'earlier', 1);
        if (line !== null) calls.take(line);
        return line !== null;
      },
    });
    const isLost = lines.isNew && (await hasRuns?.()) === true;
    const notices = isLost ? [...lines.notices, lostNotice] : lines.notices;
    const read: LedgerParts['read'] = (onLine) =>
      linesBetween(files, path, longestLine, (text) => {
        const line = text === null ? null : decodeLine(text);
        if (line !== null) onLine(line);
      });
    return new Ledger({ lines, tally, notices, now, read });
  } catch (error) {
    throw asStoreError(error, 'The ledger of calls could not be opened.');
  }
}

const lostNotice: Notice = {
  code: 'ledger_lost',
  message:
    'The ledger of calls was missing, so counting starts again at zero. Check your plan for the number of calls you have made.',
};

const newId = (): string => randomBytes(9).toString('base64url');

interface LedgerParts {
  lines: LineFile;
  tally: CallTally;
  notices: readonly Notice[];
  now: () => Date;
  read: (onLine: (line: LedgerLine) => void) => Promise<void>;
}

export class Ledger {
  /** What the person should know about the file. */
  readonly notices: readonly Notice[];
  readonly #lines: LineFile;
  readonly #tally: CallTally;
  readonly #now: () => Date;
  readonly #read: LedgerParts['read'];
  readonly #open = new Map<string, SentLine>();
  /** Notes that the disk refused. */
  #backlog: Buffer[] = [];
  readonly #serial = new Serial();

  constructor({ lines, tally, notices, now, read }: LedgerParts) {
    this.#lines = lines;
    this.#tally = tally;
    this.notices = notices;
    this.#now = now;
    this.#read = read;
  }

  /**
   * Notes a request. The note is on disk when this resolves; only then may the request be sent.
   * @throws StoreError `storage_full`, `storage_failed`, `read_only`, `closed`: don't send.
   */
  async sent(entry: CallEntry): Promise<CallToken> {
    const id = newId();
    const at = this.#now().toISOString();
    const line: SentLine = { v: ledgerVersion, kind: 'sent', id, at, ...entry };
    await this.#append(encodeLine(line), 'synced');
    this.#open.set(id, line);
    this.#tally.count(line, 'session', 1);
    return { id };
  }

  /**
   * Notes the outcome. Never throws: the answer must not be lost because of it. If the disk refuses, the
   * note is written with the next one; until then a restart reports "unanswered".
   */
  async done(
    { id }: CallToken,
    { outcome, status }: { outcome: CallResult; status: number | null },
  ): Promise<void> {
    const sent = this.#open.get(id);
    if (sent === undefined) return;
    this.#open.delete(id);
    if (outcome === 'notSent') this.#tally.count(sent, 'session', -1);
    const at = this.#now().toISOString();
    const line = encodeLine({ v: ledgerVersion, kind: 'done', id, at, outcome, status });
    await this.#append(line, 'unsynced').catch(() => this.#backlog.push(line));
  }

  /** Metered calls of a profile that were sent, or may have been. */
  calls(profileId: string): { session: number; total: number } {
    const { session, total } = this.#tally.profile(profileId);
    return { session, total };
  }

  /** The same for a run. */
  callsOfRun(runId: string): number {
    return this.#tally.run(runId);
  }

  /** When a request of the run was last noted, metered or not; null if never. */
  lastSent(runId: string): string | null {
    return this.#tally.lastSent(runId);
  }

  /** All counts for a profile. */
  count(profileId: string): ProfileCalls {
    return this.#tally.profile(profileId);
  }

  /**
   * Passes on each noted call, in the order they were settled; `done` is null for those that weren't.
   * @throws StoreError
   */
  async each(onCall: OnCall): Promise<void> {
    const calls = new NotedCalls(onCall);
    await this.#read((line) => calls.take(line)).catch((error: unknown) => {
      throw asStoreError(error, 'The ledger of calls could not be read.');
    });
    calls.end();
  }

  async close(): Promise<void> {
    await this.#serial.settle();
    this.#lines.close();
  }

  #append(line: Buffer, sync: 'synced' | 'unsynced'): Promise<void> {
    return this.#serial.run(async () => {
      const backlog = this.#backlog;
      await this.#lines.append([...backlog, line], sync);
      this.#backlog = this.#backlog.slice(backlog.length);
    });
  }
}

// The ledger’s file: its line format, and what is said about it.

/** Of the ledger, in the data folder. */
export const ledgerName = 'ledger.jsonl';

/** In bytes; ours have a few hundred. */
const longestLine = 64 * 1024;

const words = {
  damaged: {
    code: 'ledger_damaged',
    message:
      'Part of the ledger of calls can’t be read. The file is kept as it is, but more calls may have been made than are counted.',
  },
  torn: {
    code: 'ledger_torn',
    message:
      'The program was stopped while a call was being noted. The unfinished line was set aside; a call that was under way then may have been counted.',
  },
  readOnly: {
    code: 'ledger_read_only',
    failed: 'The ledger of calls can’t be written, so no call is made.',
    advice:
      'You can read and save the rows you have. Restart the program once the ledger can be written.',
  },
};

const ledgerVersion = 1;

/** The call about to be made, and its run. */
const callEntrySchema = z.object({
  runId: z.string(),
  endpointId: z.string(),
  platform: z.string(),
  /** `sample`, or the origin of the service's address. */
  profileId: z.string(),
  /** The key it is sent with, by its id, which says nothing of its value; null: none. */
  key: z.string().nullable(),
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
type LedgerLine = z.infer<typeof lineSchema>;
export type SentLine = LedgerLine & { kind: 'sent' };
type DoneLine = LedgerLine & { kind: 'done' };

const encodeLine = (line: LedgerLine): Buffer => Buffer.from(`${JSON.stringify(line)}\n`);

/** Decodes a line; null if it is damaged. */
function decodeLine(text: string): LedgerLine | null {
  try {
    return lineSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

type OnCall = (sent: SentLine, done: DoneLine | null) => void;

/** Makes calls of lines, and passes each on once it is settled; `done` is null for those that never were. */
class NotedCalls {
  readonly #open = new Map<string, SentLine>();
  readonly #onCall: OnCall;

  constructor(onCall: OnCall) {
    this.#onCall = onCall;
  }

  take(line: LedgerLine): void {
    const sent = this.#open.get(line.id);
    this.#open.delete(line.id);
    // Noted twice under one id, as in a file that was put together of two, it is two calls.
    if (sent !== undefined) this.#onCall(sent, line.kind === 'done' ? line : null);
    if (line.kind === 'sent') this.#open.set(line.id, line);
  }

  end(): void {
    for (const sent of this.#open.values()) this.#onCall(sent, null);
  }
}

/**
 * The metered calls of one service profile that were sent, or may have been: those the service may have counted.
 * The sample service has a profile of its own.
 */
export interface ProfileCalls {
  /** Since the ledger was opened. */
  session: number;
  total: number;
  /** By local day (`2026-03-31`), then by platform. */
  byDay: Map<string, Map<string, number>>;
  /** By the id of the key; without one, under an empty id. */
  byKey: Map<string, number>;
}

/** Counts calls as soon as they are noted, and no longer once they are known never to have left this computer. */
class CallTally {
  readonly #profiles = new Map<string, ProfileCalls>();
  readonly #runs = new Map<string, number>();
  readonly #lastSent = new Map<string, string>();

  /** @param when it was made: since the ledger was opened, or before. */
  count(
    { profileId, runId, key, platform, at, metered }: SentLine,
    when: 'session' | 'earlier',
    by: 1 | -1,
  ): void {
    if (by === 1) this.#lastSent.set(runId, at);
    if (!metered) return;
    const profile = this.#profiles.get(profileId) ?? noCalls();
    this.#profiles.set(profileId, profile);
    profile.total += by;
    if (when === 'session') profile.session += by;
    const day = localDay(at);
    const ofDay = profile.byDay.get(day) ?? new Map<string, number>();
    profile.byDay.set(day, ofDay);
    for (const [counts, name] of [
      [ofDay, platform],
      [profile.byKey, key ?? ''],
      [this.#runs, runId],
    ] as const) {
      counts.set(name, (counts.get(name) ?? 0) + by);
    }
  }

  profile(profileId: string): ProfileCalls {
    return this.#profiles.get(profileId) ?? noCalls();
  }

  run(runId: string): number {
    return this.#runs.get(runId) ?? 0;
  }

  /** When a request of the run was last noted, metered or not. */
  lastSent(runId: string): string | null {
    return this.#lastSent.get(runId) ?? null;
  }
}

const noCalls = (): ProfileCalls => ({
  session: 0,
  total: 0,
  byDay: new Map(),
  byKey: new Map(),
});

/** The person's local day, not UTC's: the window says "today". */
export function localDay(at: string): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
