/**
 * The data that a chart of a view's rows is drawn from: a few hundred numbers, whatever the run's size.
 */
import type { ColumnSummary, DateUnit, NumberBucket, NumberScale } from './summary.ts';
import { z } from 'zod';
import type { NetworkSize } from './export/export.ts';
import { filterSchema, type NodeCompare } from './view.ts';
import { dateUnitSchema, numberScaleSchema, timeZoneSchema } from './summary.ts';

const fieldName = z.string().max(1000);

/** What is counted in texts. `pairs`: of words with nothing but a blank between them. */
export const wordKinds = ['words', 'pairs', 'hashtags', 'mentions', 'emoji', 'sites'] as const;
export type WordKind = (typeof wordKinds)[number];

export const mostStopWords = 5000;
/** Of a word in its context; a file has as many. */
export const mostLines = 10_000;

/** One side of a word, or its lines as a whole: where it is in which rows. */
export const contextQuestionSchema = z.strictObject({
  kind: z.literal('context'),
  field: fieldName,
  /** As in the filter `hasWord`. */
  word: z.string().min(1).max(1000),
  /** What lines are sorted by: what follows the word, what precedes it, or the order of the rows. */
  sort: z.enum(['after', 'before', 'row']),
  most: z.number().int().min(1).max(mostLines),
});

/** With more points than this, rows are counted in cells of a grid. */
export const mostPoints = 5000;

export const chartQuestionSchema = z.discriminatedUnion('kind', [
  /** Rows in each hour, day, month… of `field`. */
  z.strictObject({
    kind: z.literal('time'),
    field: fieldName,
    /** If it is one of those offered; otherwise whichever gives at most about sixty bars. */
    unit: dateUnitSchema.nullable(),
    /** Counts its most frequent values separately. */
    splitBy: fieldName.nullable(),
    timeZone: timeZoneSchema,
  }),
  /** The most frequent values; for lists, the most frequent items. */
  z.strictObject({
    kind: z.literal('values'),
    field: fieldName,
    most: z.number().int().min(1).max(1000),
  }),
  z.strictObject({
    kind: z.literal('numbers'),
    field: fieldName,
    /** Null: whichever shows more. */
    scale: numberScaleSchema.nullable(),
  }),
  /** Two numbers of each row, plotted against each other. */
  z.strictObject({
    kind: z.literal('scatter'),
    x: fieldName,
    y: fieldName,
    /** Of both axes; null: whichever shows more, for each axis. */
    scale: numberScaleSchema.nullable(),
    /** Up to this number of rows, each is a point. */
    most: z.number().int().min(1).max(mostPoints).default(mostPoints),
  }),
  /** The most frequent words of texts. */
  z.strictObject({
    kind: z.literal('words'),
    field: fieldName,
    of: z.enum(wordKinds),
    /** Whether a word counts once for each row with it, or each time. */
    by: z.enum(['rows', 'times']),
    most: z.number().int().min(1).max(200),
    /** Words that are left out, also of pairs. Null: those of the kept lists for the texts' languages. */
    stopWords: z.array(z.string().max(100)).max(mostStopWords).nullable(),
    /** Instead: the words typical of either group, compared with the other. Null: all other rows. */
    groups: z.strictObject({ one: filterSchema, other: filterSchema.nullable() }).nullable(),
  }),
  contextQuestionSchema,
]);
export type ChartQuestion = z.infer<typeof chartQuestionSchema>;

export interface ChartAxis {
  min: number;
  max: number;
  /** `log`: positions are log(1 + number), so that 0 has one. */
  scale: NumberScale;
}

export type Drawn =
  | {
      kind: 'time';
      /** Number of rows with a date. */
      dated: number;
      unit: DateUnit;
      /** Units that give neither too many bars nor a single one, and one that may: ascending. */
      units: DateUnit[];
      /** The requested time zone; UTC if all texts are days without a time. */
      timeZone: string;
      /** Whether all texts are such days, which have no hours. */
      areDays: boolean;
      /** The series: a value's text, or null for all others. One series without `splitBy`. */
      series: (string | null)[];
      /** Without gaps; `counts` has an entry for each series. Empty without dates. */
      buckets: { from: string; to: string; counts: number[] }[];
      /**
       * The time that all rows examined cover, whether the view has them or not: ISO 8601, UTC. In order
       * of time they end at the last one that arrived, whatever a few strays say. Null if the view has
       * no dates.
       */
      earliest: string | null;
      latest: string | null;
      /** The order of arrival of all rows examined; a few out of order are ignored. */
      arrived: 'newestFirst' | 'oldestFirst' | 'mixed';
    }
  | {
      kind: 'values';
      /** Number of rows with a value, as in `ColumnSummary`. */
      filled: number;
      /** Whether lists were split: a row then counts once for each distinct item. */
      items: boolean;
      distinct: ColumnSummary['distinct'];
      values: ColumnSummary['top'];
    }
  | {
      kind: 'numbers';
      /** Number of rows with a number. */
      counted: number;
      scale: NumberScale;
      scales: NumberScale[];
      median: number | null;
      buckets: NumberBucket[];
    }
  | {
      kind: 'scatter';
      /** Number of rows with both numbers. */
      counted: number;
      /** Null without such rows. */
      x: ChartAxis | null;
      y: ChartAxis | null;
      scales: NumberScale[];
      /** `x` and `y` of each row; empty if there are too many. */
      points: [number, number][];
      /** Instead of points: rows by grid cell, non-empty cells only; null if there are points. */
      grid: {
        /** Edges of its columns and rows, ascending; the last cell includes the last edge. */
        xEdges: number[];
        yEdges: number[];
        cells: { x: number; y: number; count: number }[];
      } | null;
    }
  | {
      kind: 'words';
      /** Number of rows with a text, and of those that were read: fewer if it took too long. */
      filled: number;
      read: number;
      /** Number of rows with a word (of this kind, and not left out), and of words. */
      rows: number;
      times: number;
      /** False: there are so many that rare ones were forgotten meanwhile, and counts may be too low. */
      exact: boolean;
      /** Different ones: at least so many if it isn't exact. */
      distinct: number;
      /** As most often written. Empty for two groups. */
      values: { text: string; count: number }[];
      /** The two groups; null without. */
      groups: { one: WordGroup; other: WordGroup } | null;
      /** What was left out, and by the lists of which languages (BCP 47); empty if it was given. */
      stopWords: string[];
      languages: string[];
    }
  | {
      kind: 'context';
      /** Number of times that the word is in the rows that were read, and of rows with it. */
      times: number;
      rows: number;
      /** Number of rows that may have it, and of those that were read: fewer if it took too long. */
      filled: number;
      read: number;
      /** The first ones in the order of the rows if there are more than `mostLines`, then sorted. */
      lines: ContextLine[];
    };

/** Rows of a group, the words in them, and those typical of it: the greatest difference first. */
export interface WordGroup {
  rows: number;
  times: number;
  typical: {
    text: string;
    /** How often in this group, and in the other one. */
    count: number;
    elsewhere: number;
    /** By `logLikelihood`. */
    score: number;
  }[];
}

/** A word as it is written in a row (numbered in its run, from 0), with what surrounds it. */
export interface ContextLine {
  row: number;
  before: string;
  word: string;
  after: string;
}
export type DrawnOf<K extends Drawn['kind']> = Extract<Drawn, { kind: K }>;

/** At most so many edges are drawn. */
export const mostEdges = 2000;

/** The network in a view's rows, as it would be saved: its strongest edges, and the nodes that these join. */
export interface NetworkChart extends Omit<Chart, 'drawn'> {
  /** All of it. */
  size: NetworkSize;
  directed: boolean;
  /** Both ends of its edges are nodes of one kind. */
  oneMode: boolean;
  /** They join what shares values, in different rows: see `Network.sharing`. */
  isSharing: boolean;
  ends: Record<'source' | 'target', NetworkChartEnd>;
  nodes: NetworkChartNode[];
  /** The strongest first. `source` and `target`: ids of nodes. */
  edges: { source: string; target: string; weight: number }[];
}

interface NetworkChartEnd {
  /** The column; null: the account that was asked for. */
  field: string | null;
  label: string;
  /** How its texts are compared. */
  as: NodeCompare;
}

export interface NetworkChartNode {
  /** As in a saved file. */
  id: string;
  label: string;
  /** What rows name it by. */
  value: string;
  /** Of edges with different nodes at both ends, where it is; always `source` if `oneMode`. */
  end: 'source' | 'target';
}

export interface Chart {
  /** Number of rows examined: the run's first ones. */
  rows: number;
  /** Rows that the run had; more than `rows` if the columns lagged far behind. */
  of: number;
  /** Those of them that match the view. */
  count: number;
  drawn: Drawn;
}
