/**
 * Methods about projects. The window knows them by an id and a name, never by a path; only main and the
 * system's own dialogs know the folder.
 */
import type { KnownProject, ProjectDetails } from '../project.ts';
import type { Notice } from '../run.ts';
import { z } from 'zod';
import { projectDetailsSchema } from '../project.ts';
import { done, reply } from './parts.ts';

const idSchema = z.string().max(100);
const titleSchema = z.string().trim().min(1).max(200);

/** When it was opened, every window reloads, since it shows the previous project. */
type Outcome = { kind: 'opened' } | { kind: 'cancelled' };

export const projectMethods = {
  /** Lists the open project first, then the others, latest opened first. */
  'project.list': {
    input: z.strictObject({}),
    output: reply<{
      projects: KnownProject[];
      /** Whether `folder` may have more of them than are listed. */
      isCut: boolean;
      /** Whether main asks for folders; otherwise they are in `folder`, and the window lists them. */
      asksForFolder: boolean;
      folder: string;
    }>(),
  },

  /** Returns the open project's own details. */
  'project.details': {
    input: z.strictObject({}),
    output: reply<{ details: ProjectDetails; notices: Notice[] }>(),
  },

  'project.save': { input: projectDetailsSchema, output: reply<ProjectDetails>() },

  /** Creates an empty project with the settings and the service of the open one, and opens it. */
  'project.create': {
    input: z.strictObject({ title: titleSchema, stops: z.boolean().default(false) }),
    output: reply<Outcome | { kind: 'ask'; stops: string }>(),
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
    output: reply<
      | Outcome
      | {
          kind: 'ask';
          id: string;
          title: string;
          /** The service that it asks, if this computer hasn't opened it with that address yet. */
          service: { address: string; hasKey: boolean } | null;
          /** What opening it stops here, in sentences. */
          stops: string | null;
        }
    >(),
  },

  /** Copies the open project, without keys and deleted data. Doesn't open it. */
  'project.copy': {
    input: z.strictObject({ title: titleSchema }),
    output: reply<
      | { kind: 'cancelled' }
      | {
          kind: 'copied';
          id: string;
          /** Its location, unless the person chose it. */
          folder: string | null;
          /** Number of entries that aren't our files: mostly links. */
          leftOut: number;
        }
    >(),
  },

  /** Removes a project from the list. Its folder remains. */
  'project.forget': { input: z.strictObject({ id: idSchema }), output: done },
} as const;
