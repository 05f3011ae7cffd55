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

export function printTable(title: string, beside: string, lines: readonly Measured[]): void {
  console.log(`\n${title}`);
  const head = ['', 'Ours', beside, 'Ratio', 'Goal', ''];
  const cells = [head, ...lines.map(cellsOf)];
  const widths = head.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  for (const line of cells) {
    const padded = line.map((cell, at) =>
      (at === 0 ? cell.padEnd : cell.padStart).call(cell, widths[at] ?? 0),
    );
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
