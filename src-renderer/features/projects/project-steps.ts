/** What the dialog about projects shows, and how one step leads to the next. */
import type { Action } from '../../components/hooks.ts';
import { openProject, type ProjectQuestion, type SavedCopy } from '../../state/projects.ts';

export type Step =
  | { kind: 'list' }
  | { kind: 'new'; stops: string | null }
  | { kind: 'copy' }
  | { kind: 'copied'; title: string; copy: SavedCopy }
  | { kind: 'ask'; question: ProjectQuestion };

export interface StepProps {
  onStep: (step: Step) => void;
}

/** Opens a project, or shows what is to be decided first. */
export function openOrAsk(action: Action, id: string | null, onStep: StepProps['onStep']): void {
  action.run(async () => {
    const result = await openProject({ id });
    if (!result.ok) return result.error;
    if (result.value.kind === 'ask') onStep({ kind: 'ask', question: result.value });
    return null;
  });
}
