/**
 * Answers to requests written by hand. Those with data are files in `requests/` of the data folder (a
 * line of JSON, then the body); the others are in memory until the program ends.
 */
import { closeSync, constants, readSync } from 'node:fs';
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { problemSchema } from '#shared/contract/problem.ts';
import { answerHeadSchema, requestIdSchema } from '#shared/contract/request.ts';
import type { AnswerHead } from '#shared/contract/request.ts';
import { familyOf } from '#shared/service/families.ts';
import { atomicWrite } from '../store/atomic-write.ts';
import { ensureFolder, refuseLink } from '../store/data-folder.ts';
import { fileLimits, openRegular, readRegularFile } from '../store/file-port.ts';
import { asStoreError, systemCode } from '../store/store-error.ts';

const version = 1;

const answerSchema = z.object({
  profileId: z.string(),
  head: answerHeadSchema,
  problem: problemSchema.nullable(),
});
/** An answer without its body. */
export type Answer = z.infer<typeof answerSchema>;

const lineSchema = z.object({ v: z.literal(version), ...answerSchema.shape });

export interface Answers {
  /**
   * Writes it to disk; it is there when this resolves.
   * @throws StoreError; the answer is held in memory then.
   */
  keep(answer: Answer, body: Buffer): Promise<void>;
  /** Holds it in memory. */
  hold(answer: Answer, body: Buffer): void;
  /** Lists a profile's answers, latest first. */
  list(profileId: string): Promise<AnswerHead[]>;
  /** Returns null when there is no such answer. @throws StoreError when the disk refuses. */
  get(requestId: string): Promise<{ answer: Answer; body: Buffer } | null>;
  /** @throws StoreError when the disk refuses. */
  remove(requestId: string): Promise<void>;
}

/**
 * Whether an answer has data, which was paid for: the result of an operation, too, whose call was the
 * one that started it.
 */
export const hasData = ({ target }: Pick<AnswerHead, 'target'>): boolean =>
  familyOf(target.split('?', 1)[0] ?? '').need === 'accessKey';

/** Only the latest without data are held, so that browsing doesn't fill the memory. */
const mostHeld = 20;
/** In bytes; first lines hold a problem's text and a path, and are shorter. */
const longestLine = 128 * 1024;

export function createAnswers(dataFolder: string): Answers {
  const folder = join(dataFolder, 'requests');
  const held = new Map<string, { answer: Answer; body: Buffer }>();
  /** The answers on disk, read once when first needed: whoever asks meanwhile waits for the same. */
  let kept: Promise<Map<string, Answer>> | null = null;
  const pathOf = (requestId: string): string => join(folder, `${requestId}.answer`);

  const onDisk = (): Promise<Map<string, Answer>> =>
    (kept ??= readHeads(folder).catch(() => {
      // What can't be read now may be readable later.
      kept = null;
      return new Map<string, Answer>();
    }));

  function hold(answer: Answer, body: Buffer): void {
    held.set(answer.head.requestId, { answer, body });
    // One with data is here because the disk refused it: it can only be saved from here.
    const free = [...held.values()].filter((one) => !hasData(one.answer.head));
    if (free.length > mostHeld) held.delete(free[0]?.answer.head.requestId ?? '');
  }

  return {
    hold,

    async keep(answer, body) {
      const known = await onDisk();
      try {
        await ensureFolder(folder, 'The answer could not be saved.');
        const line = Buffer.from(`${JSON.stringify({ v: version, ...answer })}\n`);
        await atomicWrite(pathOf(answer.head.requestId), Buffer.concat([line, body]));
        known.set(answer.head.requestId, answer);
      } catch (error) {
        hold({ ...answer, head: { ...answer.head, isKept: false } }, body);
        throw error;
      }
    },

    async list(profileId) {
      const all = [...(await onDisk()).values(), ...[...held.values()].map(({ answer }) => answer)];
      return all
        .filter((answer) => answer.profileId === profileId)
        .map(({ head }) => head)
        .toSorted((a, b) => (a.at < b.at ? 1 : -1));
    },

    async get(requestId) {
      const found = held.get(requestId);
      if (found !== undefined) return found;
      const answer = (await onDisk()).get(requestId);
      if (answer === undefined) return null;
      try {
        const file = readRegularFile(pathOf(requestId), fileLimits.answer);
        return { answer, body: file.subarray(file.indexOf('\n') + 1) };
      } catch (error) {
        throw asStoreError(error, 'The answer could not be read.');
      }
    },

    async remove(requestId) {
      held.delete(requestId);
      if (!(await onDisk()).has(requestId)) return;
      await refuseLink(folder);
      try {
        await unlink(pathOf(requestId));
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') {
          throw asStoreError(error, 'The answer could not be removed.');
        }
      }
      (await onDisk()).delete(requestId);
    },
  };
}

/** Reads the first lines. Files that can't be read, or of another version, are skipped and kept. */
async function readHeads(folder: string): Promise<Map<string, Answer>> {
  const heads = new Map<string, Answer>();
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const requestId = name.endsWith('.answer') ? name.slice(0, -'.answer'.length) : '';
    if (!requestIdSchema.safeParse(requestId).success) continue;
    const answer = readHead(join(folder, name));
    if (answer?.head.requestId === requestId) heads.set(requestId, answer);
  }
  return heads;
}

function readHead(path: string): Answer | null {
  let file: number | undefined;
  try {
    file = openRegular(path, constants.O_RDONLY);
    const start = Buffer.alloc(longestLine);
    const end = start.subarray(0, readSync(file, start)).indexOf('\n');
    if (end === -1) return null;
    const line = lineSchema.safeParse(JSON.parse(start.toString('utf8', 0, end)));
    return line.success ? line.data : null;
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
