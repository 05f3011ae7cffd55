/**
 * Files of lines. JSON Lines: one object per line; JSON writes lone surrogates as escapes, so nothing is lost. Raw
 * pages: each page's JSON as it is in the log, one per line with its origin; an answer that arrived as a file
 * (CSV made by the service, damaged answers) is not a page, and is counted.
 */
import { changesOf } from '../changes.ts';
import { rowsDiffer } from '../deliver.ts';
import { firstTexts, outcomeOf } from './format.ts';
import type { Format, OptionsOf } from './format.ts';

export const jsonLines: Format<OptionsOf<'jsonl'>> = {
  async write(rows, _options, { deliver, progress }) {
    const { content, expected, read } = await rows.lines();
    const counter = new LineCounter();
    const file = await deliver(counter.pass(content), {
      onBytes: (bytes) => progress.writing({ rows: counter.lines, bytes }),
      check: () => rowsDiffer(counter.lines, expected()),
    });
    return outcomeOf(file, await read(false));
  },
  preview: firstTexts,
};

export const raw: Format<OptionsOf<'raw'>> = {
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
    return { file, rows, columns: [], changes: changesOf({ unreadablePages }) };
  },
  preview: firstTexts,
};

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
