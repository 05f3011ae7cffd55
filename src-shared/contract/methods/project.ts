/**
 * Methods about projects. The window knows them by an id and a name, never by a path; only main and the
 * system's own dialogs know the folder.
 */
import { z } from 'zod';
import { knownProjectSchema, projectDetailsSchema } from '../project.ts';
import { noticeSchema } from '../run.ts';

const idSchema = z.string().max(100);
const titleSchema = z.string().trim().min(1).max(200);

const cancelled = z.object({ kind: z.literal('cancelled') });
/** Every window reloads, since it shows the previous project. */
const opened = z.object({ kind: z.literal('opened') });

export const projectMethods = {
  /** Lists the open project first, then the others, latest opened first. */
  'project.list': {
    input: z.strictObject({}),
    output: z.object({
      projects: z.array(knownProjectSchema),
      /** Whether `folder` may have more of them than are listed. */
      isCut: z.boolean(),
      /** Whether main asks for folders; otherwise they are in `folder`, and the window lists them. */
      asksForFolder: z.boolean(),
      folder: z.string(),
    }),
  },

  /** Returns the open project's own details. */
  'project.details': {
    input: z.strictObject({}),
    output: z.object({ details: projectDetailsSchema, notices: z.array(noticeSchema) }),
  },

  'project.save': { input: projectDetailsSchema, output: projectDetailsSchema },

  /** Creates an empty project with the settings and the service of the open one, and opens it. */
  'project.create': {
    input: z.strictObject({ title: titleSchema, stops: z.boolean().default(false) }),
    output: z.discriminatedUnion('kind', [
      opened,
      cancelled,
      z.object({ kind: z.literal('ask'), stops: z.string() }),
    ]),
  },

  /**
   * Opens a project; without an id main asks for its folder. `ask`: the person decides first, and the
   * method is called again with what they agreed to.
   */
  'project.open': {
    input: z.strictObject({
      id: idSchema.nullable(),
      /** The address shown to the person. */
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
        /** The service that it asks, if this computer hasn't opened it with that address yet. */
        service: z.object({ address: z.string(), hasKey: z.boolean() }).nullable(),
        /** What opening it stops here, in sentences. */
        stops: z.string().nullable(),
      }),
    ]),
  },

  /** Copies the open project, without keys and deleted data. Doesn't open it. */
  'project.copy': {
    input: z.strictObject({ title: titleSchema }),
    output: z.discriminatedUnion('kind', [
      cancelled,
      z.object({
        kind: z.literal('copied'),
        id: idSchema,
        /** Its location, unless the person chose it. */
        folder: z.string().nullable(),
        /** Number of entries that aren't our files: mostly links. */
        leftOut: z.number(),
      }),
    ]),
  },

  /** Removes a project from the list. Its folder remains. */
  'project.forget': { input: z.strictObject({ id: idSchema }), output: z.object({}) },
} as const;
