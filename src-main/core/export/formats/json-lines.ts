/**
 * Files of lines. JSON Lines: one object per line; JSON writes lone surrogates as escapes, so nothing is lost. Raw
 * pages: each page's JSON as it is in the log, one per line with its origin; an answer that arrived as a file
 * (CSV made by the service, damaged answers) is not a page, and is counted.
 */
import { z } from 'zod';
import { changesOf } from '../changes.ts';
import { rowsDiffer } from '../deliver.ts';
import { defineFormat, firstTexts, outcomeOf } from './format.ts';

export const jsonLines = defineFormat({
  label: 'JSON Lines',
  extension: 'jsonl',
  line: 'One JSON object per line. Nothing is reformatted.',
  values: 'Every value is written as it is in the run.',
  holds: 'rows',
  options: z.strictObject({ kind: z.literal('jsonl') }),
  presets: [
    {
      id: 'code',
      label: 'Your own programs',
      brief: 'JSON Lines',
      line: 'JSON Lines: one object per line. Nothing is reformatted; only what you leave out or replace differs from the run.',
      place: 7,
    },
  ],

  async write(rows, _options, { deliver, progress }) {
    const { content, expected, read } = await rows.lines();
    const counter = new LineCounter();
    const file = await deliver(counter.pass(content), {
      onBytes: (bytes) => progress.writing({ rows: counter.lines, bytes }),
      check: () => rowsDiffer(counter.lines, expected()),
    });
    return { files: [file], ...outcomeOf(await read(false)) };
  },
  preview: (rows, _options, most) => firstTexts(rows, { isJson: true }, most),
});

export const raw = defineFormat({
  label: 'Raw pages',
  extension: 'pages.jsonl',
  line: 'Every page as the service sent it, one per line; cursors are left out. All rows, also those beyond a row limit.',
  values: 'Everything is as the service sent it.',
  holds: 'pages',
  options: z.strictObject({ kind: z.literal('raw') }),
  presets: [
    {
      id: 'archive',
      label: 'Archive',
      brief: 'Raw pages',
      line: 'Every page as the service sent it, without cursors. Everything else can be made from it.',
      place: 10,
    },
  ],

  async write({ selection }, _options, { deliver, progress }) {
    const pages = selection.reduce((sum, selected) => sum + selected.pages.length, 0);
    let rows = 0;
    let unreadablePages = 0;

    async function* content(): AsyncGenerator<Uint8Array> {
      for (const { run, label, pages: selected } of selection) {
        for (const { page, at, dataSource, rows: count, input, inputPage } of selected) {
          const body = await run.stored.pageBody(page);
          if (body === undefined) {
            unreadablePages += 1;
            continue;
          }
          // An answer doesn't always say what it was asked for; items of a shared call have their own IDs.
          const of = run.list?.perCall === 1 ? run.list.inputs : null;
          const asked = of === null || input === null ? {} : { input: of.text(input), inputPage };
          const named = selection.length > 1 ? { run: label } : {};
          const head = JSON.stringify({ ...named, ...asked, page, at, dataSource });
          yield Buffer.concat([
            Buffer.from(`${head.slice(0, -1)},"body":`),
            body,
            Buffer.from('}\n'),
          ]);
          rows += count;
        }
      }
    }

    const counter = new LineCounter();
    const file = await deliver(counter.pass(content()), {
      onBytes: (bytes) => progress.writing({ rows, bytes }),
      check: () => rowsDiffer(counter.lines, pages - unreadablePages),
    });
    return { files: [file], rows, columns: [], changes: changesOf({ unreadablePages }) };
  },
  async preview() {
    const words =
      'Each line is one page as the service sent it, without its cursor. Pages of a list name their input.';
    return { header: [], rows: [], contents: [{ name: '*.pages.jsonl', words }] };
  },
});

const lineFeed = 0x0a;

/** JSON contains no bare line feed: every one ends a line. */
class LineCounter {
  lines = 0;

  async *pass(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) {
        this.lines++;
      }
      yield chunk;
    }
  }
}
