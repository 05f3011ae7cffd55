/**
 * Opens a log that a crash may have left behind: a torn tail is set aside and cut, and
 * damage in the middle is kept and reported.
 */
import type { Notice } from '#shared/contract/run.ts';
import type { FilePort, OpenFile } from './file-port.ts';
import type { LogScan } from './log-scan.ts';
import { isIntact, scanLog } from './log-scan.ts';
import { maxBody } from './record.ts';
import { setAside } from './append-file.ts';

interface RecoveredLog {
  scan: LogScan;
  notices: Notice[];
  readOnly: boolean;
}

/** Reads the log at `path` in `folder` and repairs its tail, if it may be written. */
export async function recoverLog(
  files: FilePort,
  folder: string,
  path: string,
  log: OpenFile,
  now: Date,
): Promise<RecoveredLog> {
  const size = await log.size();
  const scan = await dropTornRecords(log, await scanLog(log, size));
  const notices: Notice[] = [];
  if (scan.damage.length > 0) notices.push(damagedNotice);
  // A log without one good record is not ours to repair: it may be something else altogether.
  if (scan.first === undefined) return { scan, notices, readOnly: true };
  const refused = await repairTail(files, folder, path, log, scan, now);
  if (refused !== undefined) return { scan, notices: [...notices, refused], readOnly: true };
  if (scan.goodEnd < scan.size) notices.push(tornNotice);
  return { scan, notices, readOnly: false };
}

/** Checks the last bodies: records at the end that fail belong to the torn tail. */
async function dropTornRecords(log: OpenFile, scan: LogScan): Promise<LogScan> {
  let good = scan.last.length;
  while (good > 0 && !(await isIntact(log, scan.last[good - 1]!))) good--;
  const torn = scan.last[good];
  if (torn === undefined) return scan;
  const first = torn === scan.first ? undefined : scan.first;
  return { ...scan, first, last: scan.last.slice(0, good), goodEnd: torn.start };
}

/** More than a crash can leave, in bytes: the last records, or one that was not finished. */
const mostTorn = 2 * maxBody;

/** Moves what follows the good part aside. Returns a notice when that is impossible. */
async function repairTail(
  files: FilePort,
  folder: string,
  path: string,
  log: OpenFile,
  { goodEnd, size }: LogScan,
  now: Date,
): Promise<Notice | undefined> {
  if (!(await isWritable(files, path))) return readOnlyNotice;
  if (goodEnd === size) return undefined;
  if (size - goodEnd > mostTorn) return tailKeptNotice;
  try {
    await setAside(files, folder, path, { log, from: goodEnd, to: size }, 'torn', now);
    return undefined;
  } catch {
    return tornKeptNotice;
  }
}

async function isWritable(files: FilePort, path: string): Promise<boolean> {
  try {
    await (await files.open(path, 'update')).close();
    return true;
  } catch {
    return false;
  }
}

const damagedNotice: Notice = {
  code: 'damaged_middle',
  message:
    'Part of this run’s file is damaged. The pages concerned are marked; all others are complete.',
};

const readOnlyNotice: Notice = {
  code: 'read_only',
  message: 'This run’s file can’t be written, so the run can only be read.',
};

const tornNotice: Notice = {
  code: 'torn_tail',
  message:
    'The program was stopped while a page was being saved. The unfinished part was set aside in the run’s folder; every page before it is complete.',
};

const tailKeptNotice: Notice = {
  code: 'long_tail_kept',
  message:
    'The end of this run’s file is damaged and too long to be set aside. The file is left as it is, and the run can only be read.',
};

const tornKeptNotice: Notice = {
  code: 'torn_tail_kept',
  message:
    'The program was stopped while a page was being saved, and the unfinished part could not be set aside. The run can only be read until there is space and permission in its folder.',
};
