/** The ledger's file read by hand: what it says of a run's metered requests. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface NotedCalls {
  answered: number;
  unanswered: number;
  notSent: number;
  /** Noted as sent, and not yet what became of it. */
  open: number;
}

interface Line {
  kind: 'sent' | 'done';
  id: string;
  runId?: string;
  outcome?: Exclude<keyof NotedCalls, 'open'>;
}

/** What is on disk at this moment. */
export function notedCalls(dataDir: string, runId: string): NotedCalls {
  const calls: NotedCalls = { answered: 0, unanswered: 0, notSent: 0, open: 0 };
  const open = new Set<string>();
  for (const line of readLines(join(dataDir, 'ledger.jsonl'))) {
    if (line.kind === 'sent' && line.runId === runId) {
      open.add(line.id);
    } else if (line.outcome !== undefined && open.delete(line.id)) {
      calls[line.outcome] += 1;
    }
  }
  return { ...calls, open: open.size };
}

function readLines(path: string): Line[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the test's own core
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}
