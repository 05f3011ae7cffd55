/** The palette: closed, or open with what could be done when it was opened. */
import { create } from 'zustand';
import { offeredCommands, type Command } from '../../components/commands/commands.ts';
import { useApp } from '../../state/app.ts';
import { loadHistory, useHistory } from '../../state/history.ts';
import { usualCommands } from './usual-commands.ts';

interface Palette {
  /** Null: closed. */
  commands: readonly Command[] | null;
  /** Where the keys go again when it closes. */
  before: Element | null;
}

export const usePalette = create<Palette>()(() => ({ commands: null, before: null }));

function commandsNow(): Command[] {
  const { snapshot, page } = useApp.getState();
  if (snapshot === null) return [];
  const { runs } = useHistory.getState();
  return [...offeredCommands(), ...usualCommands({ snapshot, page, runs, now: new Date() })];
}

/** Opens it, unless something else lies over the window. */
export function openPalette(): void {
  if (document.querySelector('[role="dialog"]') !== null) return;
  usePalette.setState({ commands: commandsNow(), before: document.activeElement });
  void addRuns();
}

/** What was fetched is read when somebody looks for it. */
async function addRuns(): Promise<void> {
  await loadHistory();
  refreshPalette();
}

/** What can be done changes while pages come in. */
export function refreshPalette(): void {
  if (usePalette.getState().commands !== null) usePalette.setState({ commands: commandsNow() });
}

export function closePalette(): void {
  const { before } = usePalette.getState();
  usePalette.setState({ commands: null, before: null });
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
}

/** Closes it and does the command, if it still can be done. */
export function perform(id: string): void {
  closePalette();
  commandsNow()
    .find((command) => command.id === id)
    ?.act();
}
