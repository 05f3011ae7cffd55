/** Methods that save rows, files, pictures and their records. None of them calls the service. */
import type { Export, ExportPreview } from '../export/export.ts';
import type { FoundPeople, PseudonymSecret } from '../export/privacy.ts';
import type { Saved } from '../saved.ts';
import { z } from 'zod';
import { exportIdSchema, exportSpecSchema } from '../export/export.ts';
import { maxSheetLength } from '../recipe.ts';
import type { OpenedRecipe } from '../recipe.ts';
import { runIdSchema } from '../run.ts';
import { savedFileSchema } from '../saved.ts';
import { nothing, done, reply } from './parts.ts';

export const exportsMethods = {
  /**
   * Saves rows: main asks where, and replies when saving begins. `export.changed` reports progress.
   * Repeating the call with the same id changes nothing. No export calls the service.
   */
  'export.start': {
    input: z.strictObject({ exportId: exportIdSchema, spec: exportSpecSchema }),
    output: reply<{ kind: 'cancelled' } | { kind: 'started'; export: Export }>(),
  },

  /** Cancels an export or a preview immediately; an existing file of that name remains. */
  'export.cancel': { input: z.strictObject({ exportId: exportIdSchema }), output: done },

  /**
   * Shows a saved file in the system's file manager; refused if files are downloads. The window names
   * the export, never a path.
   */
  'export.showInFolder': { input: z.strictObject({ exportId: exportIdSchema }), output: done },

  /** Exports of this session, latest first: for a window that missed events. */
  'export.list': { input: nothing, output: reply<{ exports: Export[] }>() },

  /** Returns the first rows as they would be written. */
  'export.preview': {
    input: z.strictObject({
      /** For `export.cancel`. The next preview with this id ends this one, which fails. */
      exportId: exportIdSchema.optional(),
      spec: exportSpecSchema,
      rows: z.number().int().min(1).max(100).default(20),
    }),
    output: reply<ExportPreview>(),
  },

  /**
   * Searches all rows of the runs for the people in them, and suggests what to do with each column that
   * names one. Takes seconds for hundreds of thousands of rows.
   */
  'export.findPeople': {
    input: z.strictObject({ runIds: z.array(runIdSchema).min(1).max(100) }),
    output: reply<FoundPeople>(),
  },

  /** Reads a methods sheet's JSON as queries and choices, or a recipe with steps. Sends nothing. */
  'recipe.open': {
    input: z.strictObject({ text: z.string().max(maxSheetLength) }),
    output: reply<OpenedRecipe>(),
  },

  /** Reads the methods sheet that the program was last opened with, once; null: none. */
  'recipe.take': { input: nothing, output: reply<{ recipe: OpenedRecipe | null }>() },

  /** Returns whether there is a secret for pseudonyms, never the secret. */
  'pseudonyms.status': { input: nothing, output: reply<PseudonymSecret>() },

  /** Imports a secret (or the file that holds it); write-only. */
  'pseudonyms.useSecret': {
    input: z.strictObject({
      secret: z.string().max(10_000),
      /** Whether to replace an existing secret, whose pseudonyms can then no longer be made. */
      replace: z.boolean().default(false),
    }),
    output: reply<PseudonymSecret>(),
  },

  /** Saves one file as it is; main asks where. */
  'file.save': { input: z.strictObject({ file: savedFileSchema }), output: reply<Saved>() },
} as const;
