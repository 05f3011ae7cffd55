/** A project's details and identity: `project.json` of its data folder. */
import { join } from 'node:path';
import { z } from 'zod';
import { noDetails, projectDetailsSchema } from '#shared/contract/project.ts';
import type { ProjectDetails } from '#shared/contract/project.ts';
import type { Notice } from '#shared/contract/run.ts';
import { fileLimits } from '../store/file-port.ts';
import { openJsonFile } from '../store/json-file.ts';
import { isObject, noticesFor, readMembers } from '../settings/members.ts';
import { Serial } from '../store/serial.ts';

const version = 1;

export interface ProjectFile {
  details(): ProjectDetails;
  /** What its pseudonym secret is stored under; null for the folder that predates projects. */
  id(): string | null;
  /** Whether a newer version of the program wrote the folder; this one must not open it. */
  isNewer: boolean;
  /** @throws StoreError when the disk refuses; nothing has changed then. */
  save(change: Partial<ProjectDetails> & { id?: string }): Promise<void>;
  notices: readonly Notice[];
}

/** Reads `project.json`. Each member that is missing or damaged is empty. */
export function openProjectFile(dataDir: string): ProjectFile {
  const file = openJsonFile(join(dataDir, 'project.json'), fileLimits.small);
  let content = isObject(file.content) ? file.content : {};
  let details = readMembers(projectDetailsSchema, noDetails, content);
  if (file.content !== null && !isWhole(file.content)) file.setDamaged();
  const changes = new Serial();
  return {
    details: () => details,
    id: () => idSchema.parse(content['id']),
    isNewer: z.number().gt(version).safeParse(content['v']).success,
    notices: noticesOf[file.state()],
    save: ({ id, ...change }) =>
      changes.run(async () => {
        const changed = projectDetailsSchema.parse({ ...details, ...change });
        // Members that this version doesn't know belong to another version and are kept.
        const written = { ...content, v: version, ...changed, ...(id === undefined ? {} : { id }) };
        await file.write(written);
        content = written;
        details = changed;
      }),
  };
}

const idSchema = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .nullable()
  .catch(null);

const noticesOf = noticesFor('project', {
  damaged:
    'Some of the project’s details could not be read, so they are empty. Their file is kept under another name once you save them.',
  refused:
    'The project’s details can’t be read from the disk, so they are empty and can’t be changed until the next start.',
});

/** Returns whether all details that are present can be read. */
const isWhole = (content: unknown): boolean =>
  projectDetailsSchema.partial().safeParse(content).success;
