/** What is saved of a step's rows as it ends, into a folder that the person chose; also for repeats. */
import { basename, dirname, join } from 'node:path';
import type { RecipeRun, Saving, SavingInto } from '#shared/contract/recipe.ts';
import { countOf } from '#shared/counts.ts';
import type { CorePorts } from '../core.ts';
import type { Exports } from '../export/exports.ts';
import { pathIn } from '../export/manifest.ts';
import { fileWords } from '../export/save-files.ts';
import { refused } from '../problem-error.ts';
import type { ComputerMarks } from '../store/computer-marks.ts';
import { savedElsewhere } from './recipe-words.ts';

interface StepSavingDeps extends Pick<CorePorts, 'chooseSaveTarget'>, Pick<Exports, 'saveInto'> {
  dataFolder: string;
  marks: Pick<ComputerMarks, 'of'>;
}

export type StepSaving = ReturnType<typeof createStepSaving>;

export function createStepSaving(deps: StepSavingDeps) {
  const markOf = (folder: string): string | null =>
    deps.marks.of(deps.dataFolder, `saving into ${folder}`);
  /** A record from elsewhere can name any folder of this computer. */
  const isOwn = ({ folder, mark }: SavingInto): boolean => mark !== null && mark === markOf(folder);
  return {
    /** Asks for a folder, unless one was chosen here before. @throws ProblemError if the person chooses none. */
    async choose({ media, dataset }: Saving, name: string, before: SavingInto | null = null) {
      if (!media && !dataset) return null;
      if (before !== null && isOwn(before)) return { ...before, media, dataset };
      const words = fileWords(name) || 'recipe';
      const target = await deps.chooseSaveTarget(words, 'folder');
      if (target === null)
        throw refused('No folder was chosen.', 'Nothing was started or changed.');
      // Nobody may be there to take an archive.
      const folder = target.isArchive ? join(deps.dataFolder, 'saved', words) : target.path;
      return { media, dataset, folder, mark: markOf(folder) };
    },

    /** Returns what became of it, in sentences; null: it was stopped. @throws ProblemError */
    async save({ saving, steps }: RecipeRun, at: number, signal: AbortSignal) {
      if (saving === null || !isOwn(saving)) return [savedElsewhere];
      const words: string[] = [];
      // Media take longest.
      for (const kind of (['dataset', 'media'] as const).filter((one) => saving[one])) {
        const below = kind === 'media' ? `/media/step-${at + 1}` : '';
        // It was chosen long ago, and others may write there.
        const path = await pathIn(dirname(saving.folder), basename(saving.folder) + below);
        const saved = await deps.saveInto(path, steps[at]!.runId, kind, signal);
        if (saved === null) return null;
        const { rows, changes } = saved;
        const lost = changes[0]?.count ?? 0;
        words.push(
          kind === 'media'
            ? `Pictures and videos of ${countOf(rows - lost, 'link')} saved.`
            : `${countOf(rows, 'row')} added to the dataset.`,
          ...changes.map(({ message }) => message),
        );
      }
      return words;
    },
  };
}
