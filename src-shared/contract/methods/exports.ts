/** Methods that save: rows, files, pictures, and what belongs to them. None of them calls the service. */
import { z } from 'zod';
import {
  exportIdSchema,
  exportPreviewSchema,
  exportSchema,
  exportSpecSchema,
} from '../export/export.ts';
import { maxSheetLength, openedRecipeSchema } from '../export/methods-sheet.ts';
import { foundPeopleSchema, pseudonymSecretSchema } from '../export/privacy.ts';
import { runIdSchema } from '../run.ts';
import { savedSchema } from '../saved.ts';
import { nothing, done } from './parts.ts';

export const exportsMethods = {
  /**
   * Saves rows: main asks where, and answers when it begins. Progress is reported by
   * `export.changed`. Repeating it with the same id changes nothing. No export calls the service.
   */
  'export.start': {
    input: z.strictObject({ exportId: exportIdSchema, spec: exportSpecSchema }),
    output: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('cancelled') }),
      z.object({ kind: z.literal('started'), export: exportSchema }),
    ]),
  },

  /** Ends an export at once; what was under its name before stays. */
  'export.cancel': { input: z.strictObject({ exportId: exportIdSchema }), output: done },

  /**
   * Shows where a saved file lies, in the system's file manager; where files arrive as downloads it
   * is refused. The window names the export, never a path.
   */
  'export.showInFolder': { input: z.strictObject({ exportId: exportIdSchema }), output: done },

  /** Exports of this session, the latest first: for a window that missed events. */
  'export.list': { input: nothing, output: z.object({ exports: z.array(exportSchema) }) },

  /** The first rows as they would be written. */
  'export.preview': {
    input: z.strictObject({
      spec: exportSpecSchema,
      rows: z.number().int().min(1).max(100).default(20),
    }),
    output: exportPreviewSchema,
  },

  /**
   * Looks through all rows of the runs for their own people, and says what should become of each
   * column that names one. Takes seconds where rows are counted in hundred thousands.
   */
  'export.findPeople': {
    input: z.strictObject({ runIds: z.array(runIdSchema).min(1).max(100) }),
    output: foundPeopleSchema,
  },

  /** Reads a methods sheet's JSON back into queries and choices, or a recipe with steps. Nothing is asked. */
  'recipe.open': {
    input: z.strictObject({ text: z.string().max(maxSheetLength) }),
    output: openedRecipeSchema,
  },

  /** Reads the methods sheet that the program was last opened with, once; null: there is none. */
  'recipe.take': { input: nothing, output: z.object({ recipe: openedRecipeSchema.nullable() }) },

  /** The secret that pseudonyms are made with: whether there is one, never which. */
  'pseudonyms.status': { input: nothing, output: pseudonymSecretSchema },

  /** Saves the secret for its owner; main asks where. */
  'pseudonyms.saveSecret': { input: nothing, output: savedSchema },

  /** Takes over a secret (or the file that holds it); write-only. */
  'pseudonyms.useSecret': {
    input: z.strictObject({
      secret: z.string().max(10_000),
      /** Although there is another one, whose pseudonyms then can't be made any more. */
      replace: z.boolean().default(false),
    }),
    output: pseudonymSecretSchema,
  },

  /** Saves a file that the service made, byte for byte. */
  'export.saveFile': {
    input: z.strictObject({ runId: runIdSchema, page: z.number().int().min(1) }),
    output: savedSchema,
  },

  /** Saves a picture that the window drew. Main asks where. */
  'export.savePicture': {
    input: z.strictObject({
      runId: runIdSchema,
      /** What it shows, for the file's name. */
      name: z.string().min(1).max(60),
      picture: z.discriminatedUnion('format', [
        z.strictObject({
          format: z.literal('svg'),
          text: z.string().max(4_000_000).startsWith('<svg '),
        }),
        z.strictObject({
          format: z.literal('png'),
          /** Begins with what every PNG begins with. */
          base64: z.base64().max(6_000_000).startsWith('iVBORw0KGgo'),
        }),
      ]),
    }),
    output: savedSchema,
  },
} as const;
