/**
 * Files of lines. JSON Lines: the bytes of the log if whole rows are saved, otherwise one object per line
 * with the chosen members in their order; JSON writes lone surrogates as escapes, so nothing is lost. Raw
 * pages: each page's JSON as it is in the log, one per line with its origin; an answer that arrived as a
 * file (CSV made by the service, damaged answers) is not a page, and is counted.
 */
import { inputField } from '#shared/contract/list.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { stringifyJson } from '../json/index.ts';
import { changesOf } from './changes.ts';
import { plainSources } from './columns.ts';
import { findUnreadable } from './copy-run.ts';
import { rowsDiffer } from './deliver.ts';
import { selectedCount, rowBatches, seqsOf } from './selection.ts';
import { writtenColumns } from './work.ts';
import type { ExportWork, Outcome, WrittenColumn } from './work.ts';

export async function saveJsonLines(work: ExportWork): Promise<Outcome> {
  const { spec, replace, selection, progress } = work;
  const isWhole =
    spec.columns === null &&
    spec.origin.length === 0 &&
    selection.length === 1 &&
    hasInputFirst(work) &&
    replace === null &&
    (spec.privacy?.drop.length ?? 0) === 0;
  const lines = isWhole ? asReceived(work) : chosenMembers(work);
  const counter = new LineCounter();
  const file = await work.deliver(counter.pass(lines.content), {
    onBytes: (bytes) => progress.writing({ rows: counter.lines, bytes }),
    check: () => rowsDiffer(counter.lines, selectedCount(selection) - lines.unreadable()),
  });
  return {
    file,
    rows: counter.lines,
    columns: await lines.columns(),
    changes: changesOf({ unreadableRows: lines.unreadable() }),
  };
}

/** Whether the input, if rows have one, is their first member: derived rows can have it anywhere. */
const hasInputFirst = ({ selection, columns }: ExportWork): boolean =>
  selection[0]?.run.list !== null || columns.every(({ field }) => field !== inputField);

export async function saveRaw(work: ExportWork): Promise<Outcome> {
  const { selection, progress } = work;
  const severalRuns = selection.length > 1;
  const pages = selection.reduce((sum, selected) => sum + selected.pages.length, 0);
  let rows = 0;
  let skipped = 0;

  async function* content(): AsyncGenerator<Uint8Array> {
    for (const { run, label, pages: selected } of selection) {
      for (const { page, at, dataSource, rows: count, input, inputPage } of selected) {
        const body = await run.stored.pageBody(page);
        if (body === undefined) {
          skipped += 1;
          continue;
        }
        // An answer doesn't always say what it was asked for; items of a shared call have their own IDs.
        const of = run.list?.perCall === 1 ? run.list.inputs : null;
        const asked = of === null || input === null ? {} : { input: of.text(input), inputPage };
        const head = { ...(severalRuns ? { run: label } : {}), ...asked, page, at, dataSource };
        yield Buffer.concat([
          Buffer.from(`${JSON.stringify(head).slice(0, -1)},"body":`),
          body,
          Buffer.from('}\n'),
        ]);
        rows += count;
      }
    }
  }

  const counter = new LineCounter();
  const file = await work.deliver(counter.pass(content()), {
    onBytes: (bytes) => progress.writing({ rows, bytes }),
    check: () => rowsDiffer(counter.lines, pages - skipped),
  });
  return { file, rows, columns: [], changes: changesOf({ unreadablePages: skipped }) };
}

interface Lines {
  content: AsyncIterable<Uint8Array>;
  /** Unreadable rows, known once the content has been read. */
  unreadable: () => number;
  columns: () => Promise<WrittenColumn[]>;
}

const lineFeed = 0x0a;

/** Members are named as the service names them. */
const withOwnName = <T extends { field: string }>(column: T): T & { name: string } => ({
  ...column,
  name: column.field,
});

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

function asReceived(work: ExportWork): Lines {
  const columns = plainSources(work.columns, false);
  const inputAt = work.columns.findIndex(({ field }) => field === inputField);
  const inputName = columns[inputAt]?.field ?? inputField;
  let unreadable = 0;

  async function* content(): AsyncGenerator<Uint8Array> {
    for (const selected of work.selection) {
      unreadable += (await findUnreadable(selected)).chosen;
      for await (const lines of selected.run.stored.jsonLinesAt(seqsOf(selected))) {
        yield inputAt === -1 ? lines : withMemberName(lines, inputName);
      }
    }
  }

  return {
    content: content(),
    unreadable: () => unreadable,
    columns: async () => {
      // Only the methods sheet says it, and columns that are still being filled are waited for.
      const counts = work.spec.methods ? await countFilled(work).catch(work.report) : null;
      return writtenColumns(columns.map(withOwnName), (at) => counts?.[at] ?? null);
    },
  };
}

/** Renames the input member, the first of each line, to its name in files. `lines` are whole lines. */
function withMemberName(lines: Buffer, name: string): Buffer {
  const [own, wanted] = [inputField, name].map((one) => Buffer.from(`{${JSON.stringify(one)}:`));
  const parts: Buffer[] = [];
  for (let start = 0; start < lines.length;) {
    const feed = lines.indexOf(lineFeed, start);
    const line = lines.subarray(start, feed === -1 ? lines.length : feed + 1);
    const isOwn = line.subarray(0, own!.length).equals(own!);
    if (isOwn) parts.push(wanted!, line.subarray(own!.length));
    else parts.push(line);
    start += line.length;
  }
  return Buffer.concat(parts);
}

async function countFilled({
  selection: [selected],
  spec: { view },
  columns,
  columnStore,
  signal,
}: ExportWork): Promise<number[]> {
  if (selected === undefined) return [];
  const { run, rows } = selected;
  const damaged = (await findUnreadable(selected)).stretches.map(([from, to]) => ({
    from,
    to: to + 1,
  }));
  const asked = { kind: 'filled', view, fields: columns.map(({ field }) => field) } as const;
  return (await columnStore.ask(run.stored, asked, { rows, without: damaged, signal })).counts;
}

function chosenMembers(work: ExportWork): Lines {
  const sources = plainSources(work.columns, work.selection.length > 1);
  const filled = sources.map(() => 0);
  let unreadable = 0;

  const member = (row: JsonObject, field: string): JsonValue | undefined => {
    if (!Object.hasOwn(row, field)) return undefined;
    const value = row[field] ?? null;
    return work.replace === null || value === null ? value : work.replace(field, value);
  };

  async function* content(): AsyncGenerator<Uint8Array> {
    for (const selected of work.selection) {
      const batches = rowBatches(selected, (count) => {
        unreadable += count;
      });
      for await (const batch of batches) {
        let text = '';
        for (const row of batch) {
          // Written by hand: an object would put names that are numbers first.
          const members: string[] = [];
          for (const [at, { source, field }] of sources.entries()) {
            const value = source.kind === 'run' ? selected.label : member(row, source.field);
            if (value === undefined) continue;
            if (value !== null) filled[at]!++;
            members.push(`${JSON.stringify(field)}:${stringifyJson(value)}`);
          }
          text += `{${members.join(',')}}\n`;
        }
        if (text !== '') yield Buffer.from(text);
      }
    }
  }

  return {
    content: content(),
    unreadable: () => unreadable,
    columns: async () => {
      return writtenColumns(sources.map(withOwnName), (at) => filled[at] ?? 0);
    },
  };
}
