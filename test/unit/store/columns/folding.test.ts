/** Which texts are the same: for search, filters, networks, pseudonyms and finders alike. */
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { createPseudonymiser, withoutNames } from '#main/core/export/privacy/replacer.ts';
import { foldSql, plainSql } from '#main/core/store/columns/worker/layout.ts';
import { hasWords } from '#renderer/components/find.ts';
import { everyRow } from '#shared/contract/view.ts';
import { fold, foldAccents, plainText } from '#shared/fold.ts';
import { filledRun, sharedStore } from '#test/support/columns/store.ts';

const shared = sharedStore();

async function inSql(sql: (text: string) => string, texts: readonly string[]): Promise<unknown[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const found = await connection.runAndReadAll(
    `SELECT ${sql('t')} FROM (SELECT unnest(from_json(?::VARCHAR, '["VARCHAR"]')) AS t)`,
    [JSON.stringify(texts)],
  );
  connection.closeSync();
  return found.getRows().map(([text]) => text);
}

const composed = 'Zoë Crème';
const decomposed = composed.normalize('NFD');

it.each<[written: string, same: string[], different: string[]]>([
  ['Zoë', ['ZOË', 'zoe\u0308', 'ZOE\u0308'], ['zoe', 'Zoè']],
  ['한국', ['한국'.normalize('NFD')], ['한궁']],
  ['New\u00A0York', ['new york', 'NEW\u202FYORK', 'new\u2007york', 'New\u3000York'], ['newyork']],
  ['ΟΔΟΣ', ['οδος', 'οδοσ'], ['οδό']],
  ['İstanbul', ['istanbul', 'ISTANBUL', 'i\u0307stanbul'], ['ıstanbul', 'ístanbul']],
  ['Å', ['å', 'A\u030A', '\u212B'], ['a']],
  ['Straße', ['STRAẞE'], ['strasse']],
  ['ế', ['e\u0302\u0301', 'E\u0302\u0301', 'ê\u0301'], ['ê']],
])('“%s” is %j and not %j', async (written, same, different) => {
  for (const one of same) expect(fold(one)).toBe(fold(written));
  for (const one of different) expect(fold(one)).not.toBe(fold(written));
  const texts = [written, ...same, ...different];
  expect(await inSql(foldSql, texts)).toEqual(texts.map(fold));
  expect(await inSql(plainSql, texts)).toEqual(texts.map(plainText));
  // Accounts have one pseudonym if they are the same.
  const pseudonym = createPseudonymiser('secret');
  const names = new Set([written, ...same].map((one) => pseudonym('username', one)));
  expect(names.size).toBe(1);
  for (const one of different) expect(names).not.toContain(pseudonym('username', one));
  // Search and filter.
  const rows = texts.map((v) => ({ v: `x ${v} y` }));
  const source = await filledRun(shared, rows);
  const found = [...[written, ...same].keys()];
  for (const text of [written, ...same]) {
    const filters = [{ kind: 'contains' as const, field: 'v', text }];
    const views = [
      { ...everyRow, search: text },
      { ...everyRow, filters },
    ];
    for (const view of views) {
      const { seqs } = await shared.store.query(source, view);
      expect([...seqs]).toEqual(found);
    }
  }
  await shared.store.detach(source.id);
  for (const one of same) expect(hasWords([one], written)).toBe(true);
});

it('names are replaced in a text however they are composed', () => {
  const accountOf = () => 'user_x';
  expect(withoutNames(`posts of ${decomposed}, 2026`, [composed], { accountOf })).toBe(
    'posts of user_x, 2026',
  );
  expect(withoutNames('by New\u00A0York', ['new york'], { accountOf })).toBe('by user_x');
});

it('finders ignore accents too', () => {
  expect(foldAccents(decomposed)).toBe('zoe creme');
  expect(hasWords(['Réponses'], 're\u0301ponses')).toBe(true);
});

/** Of Unicode 16 and 17, which one side may know before the other; and the mark that begins a text. */
const newer = /[\u1C89\u1C8A\uA7CB-\uA7DC\u{10D50}-\u{10D65}\u{16EA0}-\u{16EB8}\uFEFF]/u;

it('SQL folds every character as the window does', async () => {
  const texts = Array.from({ length: 0x11_00_00 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd8_00 || code > 0xdf_ff))
    .map((code) => String.fromCodePoint(code))
    .filter((one) => /\p{Assigned}/u.test(one) && !/\p{Co}/u.test(one) && !newer.test(one));
  const folded = await inSql(foldSql, texts);
  expect(texts.filter((one, at) => folded[at] !== fold(one))).toEqual([]);
});
