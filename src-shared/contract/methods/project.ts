/**
 * Methods about projects. The window knows them by an id and a name, never by a path: which folder
 * that is, main and the system's own dialogs know.
 */
import { z } from 'zod';
import { knownProjectSchema, projectDetailsSchema } from '../project.ts';
import { noticeSchema } from '../run.ts';

const idSchema = z.string().max(100);
const titleSchema = z.string().trim().min(1).max(200);

const cancelled = z.object({ kind: z.literal('cancelled') });
/** Every window reloads: what it shows is of the project before. */
const opened = z.object({ kind: z.literal('opened') });

export const projectMethods = {
  /** The open project first, then those opened last. */
  'project.list': {
    input: z.strictObject({}),
    output: z.object({
      projects: z.array(knownProjectSchema),
      /** Whether main asks for folders; else they are in `folder`, and the window lists them. */
      asksForFolder: z.boolean(),
      folder: z.string(),
    }),
  },

  /** What the open project says of itself. */
  'project.details': {
    input: z.strictObject({}),
    output: z.object({ details: projectDetailsSchema, notices: z.array(noticeSchema) }),
  },

  'project.save': { input: projectDetailsSchema, output: projectDetailsSchema },

  /** Makes an empty project with the settings and the service of the open one, and opens it. */
  'project.create': {
    input: z.strictObject({ title: titleSchema, stops: z.boolean().default(false) }),
    output: z.discriminatedUnion('kind', [
      opened,
      cancelled,
      z.object({ kind: z.literal('ask'), stops: z.string() }),
    ]),
  },

  /**
   * Opens a project; without an id main asks for its folder. `ask`: the person decides first, and
   * the same is called with what they agreed to.
   */
  'project.open': {
    input: z.strictObject({
      id: idSchema.nullable(),
      /** The address that the person was shown. */
      address: z.string().max(2000).optional(),
      stops: z.boolean().default(false),
    }),
    output: z.discriminatedUnion('kind', [
      opened,
      cancelled,
      z.object({
        kind: z.literal('ask'),
        id: idSchema,
        title: z.string(),
        /** Whom it asks, when this computer hasn't opened it with that address yet. */
        service: z.object({ address: z.string(), hasKey: z.boolean() }).nullable(),
        /** What opening it stops here, in sentences. */
        stops: z.string().nullable(),
      }),
    ]),
  },

  /** Copies the open project, without keys and without what was deleted. It is not opened. */
  'project.copy': {
    input: z.strictObject({ title: titleSchema }),
    output: z.discriminatedUnion('kind', [
      cancelled,
      z.object({
        kind: z.literal('copied'),
        id: idSchema,
        /** Where it is, unless the person chose that. */
        folder: z.string().nullable(),
        /** Entries that are no files of ours: links, mostly. */
        leftOut: z.number(),
      }),
    ]),
  },

  /** Takes a project off the list. Its folder stays. */
  'project.forget': { input: z.strictObject({ id: idSchema }), output: z.object({}) },
} as const;
