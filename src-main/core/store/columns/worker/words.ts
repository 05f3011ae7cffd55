/**
 * Counts the words of a column's texts, and finds one in its context. Texts are read here, a chunk at a time, so
 * that other questions have their turn; for at most `wordsMs`, because a language that needs a dictionary takes
 * ten times as long as others.
 */
import type { ChartQuestion, ContextLine, DrawnOf } from '#shared/contract/chart.ts';
import { mostLines } from '#shared/contract/chart.ts';
import { filterCondition, mayHaveWord } from './condition.ts';
import type { Statement } from './database.ts';
import { readRows, readValue } from './database.ts';
import { valueType } from './layout.ts';
import { filledOf } from './measures.ts';
import type { ColumnRows } from './measures.ts';
import { languagesOf, stopWordsOf } from './stop-words.ts';
import { Tally } from './tally.ts';
import type { ReadText } from './tally.ts';
import { keyOf, readTokens, wordFinder } from './tokens.ts';

type Words = Extract<ChartQuestion, { kind: 'words' }>;
type Context = Extract<ChartQuestion, { kind: 'context' }>;

/** Reads the texts of filled rows until all are read or time is up; `onText` gets each. */
async function readTexts(
  { column, rows, subject }: ColumnRows,
  group: Statement | null,
  onText: (read: ReadText) => void,
): Promise<{ filled: number; read: number }> {
  const { connection, wordsMs, throwIfCancelled } = subject;
  const filled = await readValue(connection, `SELECT count(*) FROM ${rows.sql}`, rows.values);
  throwIfCancelled();
  const g = group?.sql ?? '0';
  const result = await connection.stream(
    `SELECT CAST(c${column.n} AS VARCHAR), CAST(seq AS INTEGER), ${g} FROM ${rows.sql}`,
    [...(group?.values ?? []), ...rows.values],
  );
  const end = performance.now() + wordsMs;
  let read = 0;
  while (performance.now() < end) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    const [texts, seqs, groups] = [0, 1, 2].map((at) => chunk.getColumnVector(at));
    for (let at = 0; at < chunk.rowCount; at++) {
      const inGroup = groups!.getItem(at);
      // In neither group.
      if (inGroup === null) continue;
      onText({
        text: String(texts!.getItem(at)),
        row: Number(seqs!.getItem(at)),
        group: inGroup === 1 ? 1 : 0,
      });
    }
    read += chunk.rowCount;
    throwIfCancelled();
  }
  return { filled: Number(filled), read };
}

export async function countWords(all: ColumnRows, question: Words): Promise<DrawnOf<'words'>> {
  if (valueType(all.column) === 'NONE') return nothing;
  const of = filledOf(all);
  const isOfWords = question.of === 'words' || question.of === 'pairs';
  const languages = isOfWords && question.stopWords === null ? await languagesIn(of) : [];
  const stopWords = isOfWords ? (question.stopWords ?? stopWordsOf(languages)) : [];
  const tally = new Tally(question.of, stopWords);
  const groups = question.groups === null ? null : groupsOf(question.groups, of);
  const counted = await readTexts(of, groups, (read) => tally.add(read));
  return { kind: 'words', ...counted, ...tally.result(question), stopWords, languages };
}

const nothing: DrawnOf<'words'> = {
  kind: 'words',
  filled: 0,
  read: 0,
  ...new Tally('words', []).result({ by: 'rows', most: 1, groups: null }),
  stopWords: [],
  languages: [],
};

/** As many texts as show which languages there are. */
const sampled = 2000;

async function languagesIn({ column, rows, subject }: ColumnRows): Promise<string[]> {
  const found = await readRows(
    subject.connection,
    `SELECT CAST(c${column.n} AS VARCHAR) FROM ${rows.sql} ` +
      `AND hash(seq) % greatest(1, (SELECT count(*) FROM ${rows.sql}) // ${sampled}) = 0 LIMIT ${2 * sampled}`,
    [...rows.values, ...rows.values],
  );
  return languagesOf(found.map(([text]) => String(text)));
}

/** SQL for the group of a row: 0, 1, or null for neither. */
function groupsOf(
  { one, other }: NonNullable<Words['groups']>,
  { subject }: ColumnRows,
): Statement {
  const [first, second] = [one, other].map((filter) =>
    filter === null ? { sql: 'true', values: [] } : filterCondition(filter, subject.layout),
  );
  return {
    sql: `CASE WHEN ${first!.sql} THEN 0 WHEN ${second!.sql} THEN 1 END`,
    values: [...first!.values, ...second!.values],
  };
}

/** Characters on either side of a word. */
const around = 80;

export async function wordInContext(
  { column, rows, subject }: ColumnRows,
  { word, sort, most }: Context,
): Promise<DrawnOf<'context'>> {
  const found: (ContextLine & { key: string })[] = [];
  const drawn: DrawnOf<'context'> = {
    kind: 'context',
    times: 0,
    rows: 0,
    filled: 0,
    read: 0,
    lines: [],
  };
  if (valueType(column) === 'NONE') return drawn;
  const may = mayHaveWord(column, word);
  const sql = `${rows.sql} AND ${may.sql}`;
  const of = { column, subject, rows: { sql, values: [...rows.values, ...may.values] } };
  const find = wordFinder(word);
  const counted = await readTexts(of, null, ({ text, row }) => {
    const before = drawn.times;
    find(text, (start, end) => {
      drawn.times++;
      if (found.length === mostLines) return;
      const sides = [text.slice(Math.max(0, start - around), start), text.slice(end, end + around)];
      const [left = '', right = ''] = sides.map(shown);
      const key = sort === 'row' ? '' : keyOfLine(sort === 'after' ? right : left, sort);
      found.push({ row, before: left, word: shown(text.slice(start, end)), after: right, key });
    });
    if (drawn.times > before) drawn.rows++;
  });
  const lines = found
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row - b.row))
    .slice(0, most)
    .map(({ key: _key, ...line }) => line);
  return { ...drawn, ...counted, lines };
}

/** In one line, and without half a character at an end. */
const shown = (text: string): string =>
  text
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[\uDC00-\uDFFF]/, '')
    .replace(/[\uD800-\uDBFF]$/, '');

/** The words beside the word, the nearest first: what comes before it is read backwards. */
function keyOfLine(text: string, side: 'after' | 'before'): string {
  const keys: string[] = [];
  readTokens(text, (kind, start, end) => {
    keys.push(keyOf(kind, text.slice(start, end)));
  });
  return (side === 'after' ? keys : keys.toReversed()).join(' ');
}
