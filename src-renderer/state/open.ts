/** What is open above the pages, whoever opened it: dialogs, and a name being edited. */
import { create } from 'zustand';
import type { OwnColumn } from '#shared/contract/codes.ts';
import type { RecipeRun, SavedRecipe, StepRecipe } from '#shared/contract/recipe.ts';
import type { OpenedFile } from '#shared/contract/open-file.ts';
import type { Result } from '#shared/contract/result.ts';
import type { ShownRepeat } from '#shared/contract/repeat.ts';
import type { RowsAt } from './codes.ts';

/** A recipe of a run whose period can move along: the days that it had, and the same counted back. */
export type DaysOfRun = Record<'fixed' | 'moving', StepRecipe> | null;

/** A recipe being edited: new, or changed. */
export interface RecipeDraft {
  saved: SavedRecipe;
  /** How it differs from the runs it was made from. */
  notices: readonly string[];
  isNew: boolean;
  days?: DaysOfRun;
}

/** A file, or one of those in a folder, with its path there. */
export interface SentFile {
  file: File;
  path: string | null;
}

/** What was dropped on the window, or what main found that the program was opened with. */
export type GivenFile =
  | { kind: 'sent'; files: readonly SentFile[]; name: string }
  | { kind: 'looked'; result: Result<OpenedFile> };

export interface Open {
  project: 'list' | 'new' | 'copy' | 'details' | null;
  /** *Open a file…*; what is opened, if it was dropped or the program was started with it. */
  file: { given: GivenFile | null } | null;
  /** What is being chosen: a run to compare another one with, or collections of its question. */
  deriving: {
    kind: 'compare' | 'collections';
    /** The run it was started from. */
    runId: string;
    /** Runs that are preselected. */
    others: readonly string[];
  } | null;
  recipe:
    | { kind: 'draft'; draft: RecipeDraft }
    | { kind: 'start'; recipe: StepRecipe }
    | { kind: 'save'; run: RecipeRun }
    /** `before`: a repeat that is changed. */
    | { kind: 'repeat'; recipe: StepRecipe; before: ShownRepeat | null; days?: DaysOfRun }
    | null;
  /** A person's own column that is being changed; null as its field: a new one. */
  ownColumn: { resource: string; field: string | null } | null;
  /** The own column that is compared with another coder's. */
  coders: { field: string } | null;
  /** Who codes is being changed. */
  coder: true | null;
  /** The column whose values are listed. */
  values: string | null;
  /** The row whose item is looked for in other runs. */
  finding: { row: number; field: string } | null;
  /** The number or note that rows are given. */
  noting: { own: OwnColumn; at: RowsAt; rows: number; value: string } | null;
  /** The address that the person is asked about. */
  link: string | null;
  /** The tab whose name is edited. */
  renaming: string | null;
}

export const useOpen = create<Open>()(() => ({
  project: null,
  file: null,
  deriving: null,
  recipe: null,
  ownColumn: null,
  coders: null,
  coder: null,
  values: null,
  finding: null,
  noting: null,
  link: null,
  renaming: null,
}));

/** Opens, or closes with null. */
export const open = (changed: Partial<Open>): void => useOpen.setState(changed);
