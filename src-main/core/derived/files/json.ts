/** JSON Lines, and JSON with a list of rows, in bounded memory. */
import { grouping } from '#shared/counts.ts';
import { asObject, asObjects, asSentIn } from '../../json/index.ts';
import type { JsonObject, JsonValue } from '../../json/index.ts';
import { refused } from '../../problem-error.ts';
import { type FoundTable, mostRows, type TextSource, tooManyRows } from './source.ts';

/** In characters. A longer line or item is no row that could be shown. */
const longestItem = 64 * 1024 ** 2;

export async function readJson(source: TextSource): Promise<FoundTable & { isLines: boolean }> {
  const isLines = await hasLines(source);
  return {
    isLines,
    names: null,
    rows: () => counted(isLines ? rowsOfLines(source) : rowsOfItems(source)),
  };
}

async function* counted(rows: AsyncIterable<JsonValue>): AsyncGenerator<JsonObject> {
  let count = 0;
  for await (const row of rows) {
    if ((count += 1) > mostRows) throw tooManyRows();
    yield asObject(row) ?? { value: row };
  }
}

/** In characters: a longer first line is a whole file in one line. */
const longestFirstLine = 16 * 1024 ** 2;

/** Whether each line is an object of its own: then the first is a whole one. */
async function hasLines({ texts }: TextSource): Promise<boolean> {
  let head = '';
  for await (const text of texts(false)) {
    head = head === '' ? text.trimStart() : head + text;
    if (/\n\s*\S/.test(head)) return isRow(head.slice(0, head.indexOf('\n')));
    if (head.length > longestFirstLine) return false;
  }
  const alone = asObject(asSentIn(head));
  // A single line may be a file with one row, or one list of rows in an object.
  return alone !== undefined && (isItem(alone) || listsIn(alone).length !== 1);
}

const isItem = (line: JsonValue): boolean => Object.hasOwn(asObject(line) ?? {}, 'id');

const isRow = (line: string): boolean => asObject(asSentIn(line)) !== undefined;

const listsIn = (object: JsonObject): JsonValue[] =>
  Object.values(object).filter((value) => (asObjects(value)?.length ?? 0) > 0);

/** How the rows are in each line: the line itself, or a list in it that most collectors name like this. */
type Answer = { about: string; rows: (line: JsonValue) => JsonObject[] | undefined };

const answers: readonly Answer[] = [
  // twarc: an answer of the platform's API a line.
  { about: 'data', rows: (line) => asObjects(asObject(line)?.['data']) },
  { about: 'results', rows: (line) => asObjects(asObject(line)?.['results']) },
  // This program's raw pages.
  { about: 'body', rows: (line) => asObjects(asObject(asObject(line)?.['body'])?.['results']) },
];

const answerIn = (line: JsonValue): Answer | null =>
  (!isItem(line) && answers.find(({ rows }) => rows(line) !== undefined)) || null;

async function* rowsOfLines(source: TextSource): AsyncGenerator<JsonValue> {
  let answer: Answer | null | undefined;
  let number = 0;
  let cut: number | null = null;
  for await (const text of linesOf(source)) {
    number++;
    if (text.trim() === '') continue;
    if (cut !== null) throw notJson(cut);
    const value = asSentIn(text.replace(/^\uFEFF/, ''));
    if (value === undefined) {
      // A collector that was stopped cuts its last line off; no other line may be.
      cut = number;
      continue;
    }
    // The first line decides: of a row with an ID, or of a later one, such a list is a value like any.
    if (answer === undefined) answer = answerIn(value);
    const rows = answer === null ? [value] : answer.rows(value);
    if (answer !== null) source.noticed.add('answers', { about: answer.about });
    if (rows === undefined) source.noticed.add('noList', { line: number });
    else yield* rows;
  }
  if (cut !== null && number === 1) throw notJson(cut);
  if (cut !== null) source.noticed.add('cutOff', { line: cut });
}

const notJson = (line: number) =>
  refused(
    `Line ${grouping(line)} isn’t valid JSON.`,
    'Correct or remove it, then open the file again.',
  );

async function* linesOf({ texts }: TextSource): AsyncGenerator<string> {
  const open: string[] = [];
  let length = 0;
  let line = 1;
  for await (const text of texts(true)) {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      yield open.splice(0).join('') + text.slice(start, end);
      [start, length] = [end + 1, 0];
      line++;
    }
    open.push(text.slice(start));
    length += text.length - start;
    if (length > longestItem) throw tooLong(line);
  }
  yield open.join('');
}

const tooLong = (line: number) =>
  refused(
    `The row in line ${grouping(line)} is longer than 64 million characters.`,
    'Split it, or remove what you don’t need.',
  );

/**
 * Yields the items of the list at the top, or of the first list of objects in the object at the top; without
 * one, the object is the only row.
 */
async function* rowsOfItems(source: TextSource): AsyncGenerator<JsonValue> {
  const scanner = new ItemScanner();
  let found = 0;
  for await (const text of source.texts(true)) {
    for (const item of scanner.take(text)) {
      const value = asSentIn(item.text);
      if (value === undefined) throw notJson(item.line);
      found++;
      if (item.list !== null) source.noticed.add('rowsOf', { about: item.list });
      yield value;
    }
  }
  if (!scanner.isOver) {
    if (found === 0) throw notJson(scanner.line);
    source.noticed.add('cutOff', { line: scanner.line });
  }
  if (found > 0) return;
  const alone = asSentIn(scanner.alone);
  if (alone === undefined) throw notJson(scanner.line);
  if (asObject(alone) === undefined)
    throw refused('This file has no rows.', 'Choose another file.');
  yield alone;
}

interface Item {
  text: string;
  /** Where it begins. */
  line: number;
  /** The name of its list; null for a list at the top. */
  list: string | null;
}

/** Where a scanner is. */
type Wanted = 'top' | 'member' | 'items' | 'done';

/** Finds items in a text that arrives in parts, without understanding anything else of it. */
class ItemScanner {
  line = 1;
  /** An object at the top without a list of objects, if it is short enough to be a row itself. */
  alone = '';
  #wanted: Wanted = 'top';
  #depth = 0;
  /** The depth of the items. */
  #level = 0;
  #list: string | null = null;
  #hasItems = false;
  #inText = false;
  #escaped = false;
  #name = '';
  #isName = false;
  /** The open item: its text before this part, and where it starts in it. */
  #before = '';
  #start = -1;
  #startLine = 1;

  /** Whether everything that was opened is closed. */
  get isOver(): boolean {
    return this.#depth === 0 && !this.#inText;
  }

  *take(text: string): Generator<Item> {
    if (!this.#hasItems && this.alone.length < longestItem) this.alone += text;
    let nameStart = 0;
    this.#start = this.#before === '' ? -1 : 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x0a) this.line++;
      if (this.#inText) {
        // Most of a file is within texts.
        if (this.#escaped) this.#escaped = false;
        else if (code === 0x5c) this.#escaped = true;
        else if (code === 0x22) {
          this.#inText = false;
          if (this.#isName) this.#name = text.slice(nameStart, at);
        }
        continue;
      }
      switch (code) {
        case 0x22:
          this.#begin(at, false);
          this.#inText = true;
          this.#isName = this.#wanted === 'member' && this.#depth === 1;
          nameStart = at + 1;
          break;
        case 0x7b:
        case 0x5b:
          this.#open(code === 0x5b, at);
          break;
        case 0x7d:
        case 0x5d:
          this.#depth--;
          if (this.#wanted === 'items' && this.#depth < this.#level) {
            const item = this.#end(text, at);
            if (item !== null) yield item;
            // An empty list needn't be the one.
            this.#wanted = this.#hasItems || this.#list === null ? 'done' : 'member';
          }
          break;
        case 0x2c:
          if (this.#wanted === 'items' && this.#depth === this.#level) {
            const item = this.#end(text, at);
            if (item !== null) yield item;
          }
          break;
        default:
          if (code > 0x20 && this.#wanted === 'items' && this.#depth === this.#level) {
            this.#begin(at, false);
          }
      }
    }
    if (this.#start !== -1) {
      this.#before += text.slice(this.#start);
      if (this.#before.length > longestItem) throw tooLong(this.#startLine);
    }
  }

  #open(isList: boolean, at: number): void {
    if (this.#wanted === 'top') {
      this.#wanted = isList ? 'items' : 'member';
      this.#level = 1;
    } else if (this.#wanted === 'member' && isList && this.#depth === 1) {
      this.#wanted = 'items';
      this.#level = 2;
      this.#list = this.#name;
    } else if (this.#depth === 0) {
      throw refused(
        `In line ${grouping(this.line)}, a second list or object begins: this is more than one JSON file in one.`,
        'Save each as a file of its own, or each row in a line of its own (JSON Lines).',
      );
    } else this.#begin(at, !isList);
    this.#depth++;
  }

  /** An item begins, unless one is open. */
  #begin(at: number, isObject: boolean): void {
    if (this.#wanted !== 'items' || this.#depth !== this.#level || this.#start !== -1) return;
    if (this.#list !== null && !this.#hasItems && !isObject) {
      // Of an object, a list of numbers or texts isn't the rows.
      this.#wanted = 'member';
      return;
    }
    [this.#hasItems, this.alone] = [true, ''];
    this.#start = at;
    this.#startLine = this.line;
  }

  #end(text: string, at: number): Item | null {
    const whole = this.#start === -1 ? '' : this.#before + text.slice(this.#start, at);
    [this.#before, this.#start] = ['', -1];
    return whole.trim() === '' ? null : { text: whole, line: this.#startLine, list: this.#list };
  }
}
