/**
 * What every bench shares: its arguments, statistics, where windows are asked for, the final table.
 */
import { readFileSync } from 'node:fs';

/** The address of another entry of the same bench (`run.mjs`). */
export type BundledFile = (name: string) => URL;

/** A count from the command line, or the usual one. */
export function countFrom(args: readonly string[], name: string, usual: number): number {
  const given = args.find((arg) => arg.startsWith(`--${name}=`));
  const count = given === undefined ? usual : Number(given.slice(name.length + 3));
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} takes a whole number`);
  return count;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that this share of all are not above. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}

/** The process's resident memory at its most, in bytes. */
export const mostRss = (): number => process.resourceUsage().maxRSS * 1024;

/** The same of the processes it started, together: of the column store. 0 where the system isn't Linux. */
export function mostRssOfChildren(): number {
  try {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
    const peaks = children.split(' ').map((pid) => {
      const status = pid === '' ? '' : readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
    });
    return peaks.reduce((sum, peak) => sum + peak, 0);
  } catch {
    return 0;
  }
}

export const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(1);

/** As many as the window asks for at a time (`state/rows.ts`). */
export const windowRows = 50;

/** Offsets of `count` windows among `rows` rows. */
export function randomDepths(rows: number, count = 300): number[] {
  let state = 20_261_121;
  return Array.from({ length: count }, () => {
    // Linear congruential, Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * Math.max(1, rows - windowRows));
  });
}

export interface Measured {
  what: string;
  ours: number;
  /** Of the floor or the peer, measured in the same run. */
  beside?: number;
  /** Written after the figures: `ms`, `MB`, `%`. */
  unit: string;
  /** The most there should be: of the figure, or of how many times the floor it is. */
  goal?: { of: 'figure' | 'ratio'; most: number };
}

/** `beside`: what stands there to be compared with, where anything does. */
export function printTable(title: string, beside: string, lines: readonly Measured[]): void {
  console.log(`\n${title}`);
  console.table(lines.map((line) => cellsOf(line, beside)));
}

function cellsOf({ what, ours, beside: other, unit, goal }: Measured, beside: string) {
  const ratio = other === undefined || other === 0 ? null : ours / other;
  const figure = goal?.of === 'ratio' ? ratio : ours;
  const isMet = goal !== undefined && figure !== null && figure <= goal.most;
  return {
    What: what,
    Ours: `${rounded(ours)} ${unit}`,
    ...(other !== undefined && { [beside]: `${rounded(other)} ${unit}` }),
    ...(ratio !== null && { Ratio: `${ratio.toFixed(2)}×` }),
    ...(goal !== undefined && {
      Goal: `≤ ${goal.most}${goal.of === 'ratio' ? '×' : ` ${unit}`}`,
      'Is it?': isMet ? 'met' : 'missed',
    }),
  };
}

/** A goal of the figure itself, or of how many times the floor it is. */
export const atMost = (most: number) => ({ of: 'figure', most }) as const;
export const timesAtMost = (most: number) => ({ of: 'ratio', most }) as const;

const rounded = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
