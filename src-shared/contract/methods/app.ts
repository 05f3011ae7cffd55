/** Methods of the program itself: what the window draws, what it keeps, what it opens elsewhere. */
import { z } from 'zod';
import { done } from './parts.ts';
import { preferencesSchema, saveTurnSchema, snapshotSchema, workspaceSchema } from '../snapshot.ts';

export const appMethods = {
  /** Everything the window needs to draw itself. */
  'app.snapshot': {
    /** `after`: a save of the page before that may still be on its way. */
    input: z.strictObject({ after: saveTurnSchema.optional() }),
    output: snapshotSchema,
  },

  /** Keeps tabs, stars and layout of the profile in use. */
  'workspace.save': {
    outlivesPage: true,
    input: z.strictObject({
      profileId: z.string(),
      workspace: workspaceSchema,
      turn: saveTurnSchema.optional(),
      /** As in the snapshot that the window was drawn from. Of an earlier opening, nothing is kept. */
      opening: z.string().max(64).optional(),
    }),
    output: done,
  },

  'preferences.save': { outlivesPage: true, input: preferencesSchema, output: preferencesSchema },

  /** Opens a page found in data in the person's browser; https only. */
  'link.open': { input: z.strictObject({ url: z.string().max(5000) }), output: done },
} as const;
