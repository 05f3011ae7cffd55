/** What keys do in the list of runs. */
import type { KeyboardEvent } from 'react';
import type { RunSummary } from '#shared/contract/history.ts';

interface ListKeys {
  runs: readonly RunSummary[];
  goTo: (run: RunSummary | undefined) => void;
  onOpen: (run: RunSummary) => void;
  onChoose: (run: RunSummary) => void;
  onDelete: (run: RunSummary) => void;
  onName: (run: RunSummary) => void;
  onStar: (run: RunSummary) => void;
  onUndo: () => void;
  onEscape: () => void;
}

/** Rows a page key moves by. */
const pageRows = 10;

/** The handler for a key pressed in the row of `run`. */
export function listKeys(keys: ListKeys): (event: KeyboardEvent, run: RunSummary) => void {
  return (event, run) => {
    const act = actionOf(keys, event, run);
    if (act === null) return;
    event.preventDefault();
    act();
  };
}

function actionOf(keys: ListKeys, event: KeyboardEvent, run: RunSummary): (() => void) | null {
  const { runs, goTo } = keys;
  const place = runs.indexOf(run);
  if ((event.ctrlKey || event.metaKey) && event.key === 'z') return keys.onUndo;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  switch (event.key) {
    case 'ArrowDown':
      return () => goTo(runs[place + 1]);
    case 'ArrowUp':
      return () => goTo(runs[place - 1]);
    case 'PageDown':
      return () => goTo(runs[Math.min(place + pageRows, runs.length - 1)]);
    case 'PageUp':
      return () => goTo(runs[Math.max(place - pageRows, 0)]);
    case 'Home':
      return () => goTo(runs[0]);
    case 'End':
      return () => goTo(runs.at(-1));
    case 'Escape':
      return keys.onEscape;
    default:
      // A button of the row has its own idea of these.
      return isOnRow(event) ? rowAction(keys, event.key, run) : null;
  }
}

function rowAction(keys: ListKeys, key: string, run: RunSummary): (() => void) | null {
  switch (key) {
    case 'Enter':
      return () => keys.onOpen(run);
    case ' ':
      return () => keys.onChoose(run);
    case 'Delete':
      return () => keys.onDelete(run);
    case 'F2':
      return () => keys.onName(run);
    case 's':
      return () => keys.onStar(run);
    default:
      return null;
  }
}

const isOnRow = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.getAttribute('role') === 'row';
