/**
 * The ledger: every outgoing request is noted on disk before it is sent, and its outcome after. It
 * outlives the runs. `ledger.jsonl` in the data folder, one JSON object per line; `sent` without `done`
 * means that the outcome is unknown.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Notice } from '#shared/contract/run.ts';
import { AppendFile } from './append-file.ts';
import { CallTally, sentCalls } from './call-tally.ts';
import type { ProfileCalls } from './call-tally.ts';
import type { FilePort } from './file-port.ts';
import { nodeFiles } from './file-port.ts';
import { encodeLine, ledgerName, ledgerVersion, readLedger } from './ledger-file.ts';
import type { CallEntry, CallResult, LedgerLine, SentLine } from './ledger-file.ts';
import { Serial } from './serial.ts';
import { asStoreError, StoreError } from './store-error.ts';
import * as clock from '../clock.ts';

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
  ports: Partial<LedgerPorts> = {},
): Promise<Ledger> {
  const { files = nodeFiles, now = clock.now, hasRuns } = ports;
  const path = join(dataDir, ledgerName);
  try {
    const tally = new CallTally();
    const open = new Map<string, SentLine>();
    const addLine = (line: LedgerLine): void => {
      if (line.kind === 'sent') {
        open.set(line.id, line);
        tally.add(line, false);
        return;
      }
      const sent = open.get(line.id);
      open.delete(line.id);
      if (sent !== undefined) tally.settle(sent, false, line.outcome);
    };
    const { notices, writer, isNew } = await readLedger(files, dataDir, path, now(), addLine);
    if (isNew && (await hasRuns?.()) === true) notices.push(lostNotice);
    for (const sent of open.values()) tally.settle(sent, false, 'unanswered');
    return new Ledger(writer, tally, notices, now);
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

export class Ledger {
  /** What the person should know about the file. */
  readonly notices: readonly Notice[];
  readonly #writer: AppendFile | StoreError;
  readonly #tally: CallTally;
  readonly #now: () => Date;
  readonly #open = new Map<string, SentLine>();
  /** Notes that the disk refused. */
  #backlog: Buffer[] = [];
  readonly #serial = new Serial();

  constructor(
    writer: AppendFile | StoreError,
    tally: CallTally,
    notices: readonly Notice[],
    now: () => Date,
  ) {
    this.#writer = writer;
    this.#tally = tally;
    this.notices = notices;
    this.#now = now;
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
    this.#tally.add(line, true);
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
    this.#tally.settle(sent, true, outcome);
    const at = this.#now().toISOString();
    const line = encodeLine({ v: ledgerVersion, kind: 'done', id, at, outcome, status });
    await this.#append(line, 'unsynced').catch(() => this.#backlog.push(line));
  }

  /** Metered calls of a profile that were sent, or may have been. */
  calls(profileId: string): { session: number; total: number } {
    const { session, total } = this.#tally.profile(profileId);
    return { session: sentCalls(session), total: sentCalls(total) };
  }

  /** The same for a run. */
  callsOfRun(runId: string): number {
    return sentCalls(this.#tally.run(runId));
  }

  /** When a request of the run was last noted, metered or not; null if never. */
  lastSent(runId: string): string | null {
    return this.#tally.lastSent(runId);
  }

  /** All counts for a profile. */
  count(profileId: string): ProfileCalls {
    return this.#tally.profile(profileId);
  }

  async close(): Promise<void> {
    await this.#serial.settle();
    if (this.#writer instanceof AppendFile) this.#writer.close();
  }

  #append(line: Buffer, sync: 'synced' | 'unsynced'): Promise<void> {
    const writer = this.#writer;
    return this.#serial.run(async () => {
      if (writer instanceof StoreError) throw writer;
      const backlog = this.#backlog;
      await writer.append([...backlog, line], sync);
      this.#backlog = this.#backlog.slice(backlog.length);
    });
  }
}
