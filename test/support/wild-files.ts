/** Files from the wild, made anew in their shapes, and the one test of them. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRead, startWithFiles } from './open-files.ts';
import type { Files } from './open-files.ts';

type Row = Record<string, unknown>;

/** A file from the wild, and what opening it gives or why it can't be. */
export interface Wild {
  file: string;
  content: string | Uint8Array | (() => Promise<Uint8Array>);
  table?: string;
  /** Of the first ones; exactly these members. */
  rows?: Row[];
  count?: number;
  /** Part of each sentence that is told, in order; none other is. */
  told?: (string | RegExp)[];
  resource?: RegExp;
  /** Why it can't be opened. */
  why?: RegExp;
}

/** Tests that each opens right, or says in a sentence why not. */
export function testWild(wild: readonly Wild[]): void {
  let files: Files;
  beforeAll(async () => void (files = await startWithFiles()));
  afterAll(() => files.core.close());
  it.each(wild)(
    '$file',
    async ({ file, content, table, rows, count, told = [], resource, why }) => {
      const bytes = typeof content === 'function' ? await content() : content;
      const answer = await files.open(file, bytes, table);
      if (why !== undefined) {
        expect(answer).toMatchObject({
          code: 'invalid_input',
          title: expect.stringMatching(why) as unknown,
        });
        // What to do instead is said as well.
        expect((answer as { advice: string }).advice).not.toBe('');
      } else {
        if (!isRead(answer)) throw new Error(JSON.stringify(answer));
        expect(answer.rows.slice(0, rows?.length)).toEqual(rows);
        expect(answer.rows).toHaveLength(count ?? rows?.length ?? 0);
        expect(answer.noticed).toEqual(
          told.map(
            (one) =>
              (typeof one === 'string'
                ? expect.stringContaining(one)
                : expect.stringMatching(one)) as unknown,
          ),
        );
        if (resource !== undefined) expect(answer.run.resource).toMatch(resource);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        expect(answer.run.derived?.from).toMatchObject({ kind: 'file', name: file, sha256 });
      }
      expect(files.core.reported).toEqual([]);
      // Nothing of it stays behind.
      const temp = join(files.core.dataDir, 'tmp', 'exports');
      expect(existsSync(temp) ? readdirSync(temp) : []).toEqual([]);
    },
  );
}
