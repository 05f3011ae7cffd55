/** The data of a chart of a view's rows. */
import { assertNever } from '#shared/assert-never.ts';
import type { ChartQuestion, Drawn, ChartAxis, DrawnOf } from '#shared/contract/chart.ts';
import { everyRow, type View } from '#shared/contract/view.ts';
import type { NumberScale } from '#shared/contract/summary.ts';
import type { Answer } from '../protocol.ts';
import type { Subject } from './query.ts';
import { drawNumbers, scaleFor } from './distribution.ts';
import { drawTime } from './chart-time.ts';
import { drawValues } from './measures.ts';
import type { ColumnRows } from './measures.ts';
import { countRows, readRows } from './database.ts';
import type { Statement } from './database.ts';
import { numberOf } from './layout.ts';
import type { LaidColumn } from './layout.ts';
import { rowsOf } from './query.ts';
import { countWords, wordInContext } from './words.ts';
import type { TextsOf } from './words.ts';

export async function drawChart(
  view: View,
  question: ChartQuestion,
  subject: Subject,
): Promise<Answer<'chart'>> {
  const rows = await rowsOf(view, subject);
  const count = await countRows(subject.connection, rows);
  return { rows: subject.rows, count, drawn: await draw(view, question, rows, subject) };
}

async function draw(
  view: View,
  question: ChartQuestion,
  rows: Statement,
  subject: Subject,
): Promise<Drawn> {
  const of = (field: string): ColumnRows => ({ column: columnOf(field, subject), rows, subject });
  switch (question.kind) {
    case 'time':
      return drawTime(of(question.field), {
        ...question,
        splitBy: question.splitBy === null ? null : of(question.splitBy),
        everyRow: { ...of(question.field), rows: await rowsOf(everyRow, subject) },
      });
    case 'values':
      return drawValues(of(question.field), question.most);
    case 'numbers':
      return drawNumbers(of(question.field), question.scale);
    case 'scatter':
      return drawScatter(of(question.x), of(question.y), question);
    case 'words':
      return countWords(textsOf(view, question.field), subject, question);
    case 'context':
      return wordInContext(textsOf(view, question.field), subject, question);
    default:
      return assertNever(question);
  }
}

const textsOf =
  (view: View, field: string): TextsOf =>
  async (subject) => ({
    column: columnOf(field, subject),
    rows: await rowsOf(view, subject),
    subject,
  });

/** A member that no row has is a column without values. */
const columnOf = (field: string, { layout }: Subject): LaidColumn =>
  layout.find(field) ?? { n: -1, field, kinds: 0 };

type Scatter = DrawnOf<'scatter'>;

/** Cells of the grid, each a few px in the window. */
const columns = 64;
const lines = 36;

async function drawScatter(
  x: ColumnRows,
  y: ColumnRows,
  { scale, most }: Extract<ChartQuestion, { kind: 'scatter' }>,
): Promise<Scatter> {
  const { rows, subject } = x;
  const { connection } = subject;
  const pairs =
    `(SELECT seq, ${numberOf(x.column)} AS x, ${numberOf(y.column)} AS y FROM ${rows.sql}) ` +
    `WHERE x IS NOT NULL AND y IS NOT NULL`;
  const [found = []] = await readRows(
    connection,
    `SELECT count(*), min(x), max(x), median(x), min(y), max(y), median(y) FROM ${pairs}`,
    rows.values,
  );
  const [counted = 0, ...measured] = found.map(Number);
  const [lowX = 0, highX = 0, middleX = 0, lowY = 0, highY = 0, middleY = 0] = measured;
  if (counted === 0) return none;
  const axes = {
    x: axisOf(lowX, highX, middleX, scale),
    y: axisOf(lowY, highY, middleY, scale),
  };
  const scales: NumberScale[] = lowX >= 0 && lowY >= 0 ? ['linear', 'log'] : ['linear'];
  const drawn: Scatter = { ...none, counted, ...axes, scales };
  if (counted <= most) {
    const points = await readRows(
      connection,
      `SELECT x, y FROM ${pairs} ORDER BY seq`,
      rows.values,
    );
    return { ...drawn, points: points.map(([one, other]) => [Number(one), Number(other)]) };
  }
  const cells = await readRows(
    connection,
    `SELECT ${fieldOf('x', axes.x, columns)} AS i, ${fieldOf('y', axes.y, lines)} AS j, count(*) ` +
      `FROM ${pairs} GROUP BY i, j ORDER BY i, j`,
    rows.values,
  );
  return {
    ...drawn,
    grid: {
      xEdges: edgesOf(axes.x, columns),
      yEdges: edgesOf(axes.y, lines),
      cells: cells.map(([i, j, count]) => ({ x: Number(i), y: Number(j), count: Number(count) })),
    },
  };
}

const none: Scatter = {
  kind: 'scatter',
  counted: 0,
  x: null,
  y: null,
  scales: ['linear'],
  points: [],
  grid: null,
};

function axisOf(min: number, max: number, median: number, scale: NumberScale | null): ChartAxis {
  return { min, max, scale: scaleFor({ low: min, high: max, median }, scale) };
}

/** Position of a number on its axis, in SQL and in JavaScript. */
const axisScales = {
  linear: { sql: (v: string) => v, to: (value: number) => value, from: (value: number) => value },
  log: { sql: (v: string) => `ln(1 + ${v})`, to: Math.log1p, from: Math.expm1 },
};

function fieldOf(v: string, { min, max, scale }: ChartAxis, count: number): string {
  const { sql, to } = axisScales[scale];
  // Each divided separately, so that the widest range doesn't overflow.
  const width = to(max) / count - to(min) / count;
  if (!(width > 0)) return '0';
  const field = `floor((${sql(v)} - ${literal(to(min))}) / ${literal(width)})`;
  return `CAST(least(greatest(${field}, 0), ${count - 1}) AS INTEGER)`;
}

function edgesOf({ min, max, scale }: ChartAxis, count: number): number[] {
  const { to, from } = axisScales[scale];
  const width = to(max) / count - to(min) / count;
  if (!(width > 0)) return [min, max];
  const inner = Array.from({ length: count - 1 }, (_, edge) => from(to(min) + (edge + 1) * width));
  return [min, ...inner, max];
}

const literal = (value: number): string => `'${value}'::DOUBLE`;
