/** What a bench says in the end: goal, figure, ratio, one line for each thing measured. */

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
  const body = lines.map(cellsOf);
  // A column in which there is nothing is left out.
  const columns = ['', 'Ours', beside, 'Ratio', 'Goal', 'Is it?']
    .map((name, at) => [name].concat(body.map((line) => line[at] ?? '')))
    .filter(([, ...cells]) => cells.some((cell) => cell !== ''));
  const widths = columns.map((cells) => Math.max(...cells.map((cell) => cell.length)));
  for (const line of Array.from({ length: lines.length + 1 }, (_, at) => at)) {
    const padded = columns.map((cells, at) => {
      const cell = cells[line] ?? '';
      return at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
    });
    console.log(`  ${padded.join('  ').trimEnd()}`);
  }
}

function cellsOf({ what, ours, beside, unit, goal }: Measured): string[] {
  const ratio = beside === undefined || beside === 0 ? null : ours / beside;
  const figure = goal?.of === 'ratio' ? ratio : ours;
  const isMet = goal !== undefined && figure !== null && figure <= goal.most;
  return [
    what,
    `${rounded(ours)} ${unit}`,
    beside === undefined ? '' : `${rounded(beside)} ${unit}`,
    ratio === null ? '' : `${ratio.toFixed(2)}×`,
    goal === undefined ? '' : `≤ ${goal.most}${goal.of === 'ratio' ? '×' : ` ${unit}`}`,
    goal === undefined ? '' : isMet ? 'met' : 'missed',
  ];
}

const rounded = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
