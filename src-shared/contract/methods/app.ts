/** Methods of the program itself: what the window draws, what it stores, what it opens elsewhere. */
import type { Preferences, Snapshot } from '../snapshot.ts';
import { z } from 'zod';
import { done, reply } from './parts.ts';
import {
  emptyWorkspace,
  preferencesChangeSchema,
  saveTurnSchema,
  workspaceSchema,
} from '../snapshot.ts';

export const appMethods = {
  /** Everything the window needs to draw itself. */
  'app.snapshot': {
    /** `after`: a save by the previous page that may still be in transit. */
    input: z.strictObject({ after: saveTurnSchema.optional() }),
    output: reply<Snapshot>(),
  },

  /** Returns the first of these time zones that main knows: an older ICU may lack the window's. */
  'app.zone': {
    input: z.strictObject({ names: z.array(z.string().max(100)).max(600) }),
    output: reply<{ name: string | null }>(),
  },

  /** Stores tabs, stars and layout of the current profile. */
  'workspace.save': {
    outlivesPage: true,
    input: z.strictObject({
      profileId: z.string(),
      workspace: workspaceSchema,
      /**
       * As this window's last acknowledged save left it: only what differs was changed here. Default:
       * empty.
       */
      before: workspaceSchema.default(emptyWorkspace),
      turn: saveTurnSchema.optional(),
      /**
       * From the snapshot that the window was drawn with. Saves for an earlier opening are discarded.
       */
      opening: z.string().max(64).optional(),
    }),
    output: done,
  },

  /** Changes the given members; returns all of them. Other windows may have changed others. */
  'preferences.save': {
    outlivesPage: true,
    input: preferencesChangeSchema,
    output: reply<Preferences>(),
  },

  /** Opens a page found in data in the person's browser; https only. */
  'link.open': { input: z.strictObject({ url: z.string().max(5000) }), output: done },
} as const;
