/** *Filter…* of a column: the panel of the toolbar opens for it. */
import { create } from 'zustand';

interface AskedColumn {
  runId: string;
  field: string;
}

const useAsked = create<{ asked: AskedColumn | null }>()(() => ({ asked: null }));

/** The column that a filter is wanted for; null for none. */
export const useAskedColumn = (runId: string): string | null =>
  useAsked(({ asked }) => (asked?.runId === runId ? asked.field : null));

export const askToFilter = (runId: string, field: string): void =>
  useAsked.setState({ asked: { runId, field } });

export const forgetAskedColumn = (): void => useAsked.setState({ asked: null });
