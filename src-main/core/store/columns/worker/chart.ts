/** What a picture of a view's rows is drawn from. */
import { assertNever } from '#shared/assert-never.ts';
import type { ChartQuestion, Drawn } from '#shared/contract/chart.ts';
import type { View } from '#shared/contract/view.ts';
import type { Answer } from '../protocol.ts';
import type { Subject } from './query.ts';
import { drawNumbers } from './distribution.ts';
import { drawScatter } from './chart-scatter.ts';
import { drawTime } from './chart-time.ts';
import { drawValues } from './top-values.ts';
import type { ColumnRows } from './measures.ts';
import { readValue } from './database.ts';
import type { LaidColumn } from './layout.ts';
import { rowsOf } from './query.ts';

export async function drawChart(
  view: View,
  question: ChartQuestion,
  subject: Subject,
): Promise<Answer<'chart'>> {
  const rows = await rowsOf(view, subject);
  const count = await readValue(
    subject.connection,
    `SELECT count(*) FROM ${rows.sql}`,
    rows.values,
  );
  subject.throwIfCancelled();
  const of = (field: string): ColumnRows => ({ column: columnOf(field, subject), rows, subject });
  return { rows: subject.rows, count: Number(count), drawn: await draw(question, of) };
}

function draw(question: ChartQuestion, of: (field: string) => ColumnRows): Promise<Drawn> {
  switch (question.kind) {
    case 'time':
      return drawTime(of(question.field), {
        ...question,
        splitBy: question.splitBy === null ? null : of(question.splitBy),
      });
    case 'values':
      return drawValues(of(question.field), question.most);
    case 'numbers':
      return drawNumbers(of(question.field), question.scale);
    case 'scatter':
      return drawScatter(of(question.x), of(question.y), question);
    default:
      return assertNever(question);
  }
}

/** A member that no row has is a column without values. */
function columnOf(field: string, { layout }: Subject): LaidColumn {
  return layout.find(field) ?? { n: -1, field, kinds: 0 };
}
