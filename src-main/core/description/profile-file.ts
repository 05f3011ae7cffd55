/**
 * What is known about a service beyond the specification, one small file per service profile:
 * `service-profiles/<profile>.json`. Nothing in it is secret. It may be deleted: the description can
 * be fetched again, but the person's corrections are lost.
 */
import type { Notice } from '#shared/contract/run.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { catalogue } from '../../catalogue/index.ts';
import type { ParameterType } from '#shared/catalogue/parameter-kinds.ts';
import { endpointSchema, resourceSchema } from '#shared/catalogue/types.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import { describedServiceSchema } from './described.ts';
import { anyId, isDiscoveredPattern } from './discover.ts';
import type { KnownEndpoint } from './effective-catalogue.ts';
import { fileLimits } from '../store/file-port.ts';
import { noticesFor, readMembers } from '../settings/members.ts';
import { openJsonFile } from '../store/json-file.ts';
import type { JsonFile } from '../store/json-file.ts';
import { ensureFolder } from '../store/data-folder.ts';

const builtInPatterns = new Set(
  catalogue.endpoints
    .flatMap(({ parameters }) => parameters)
    .flatMap(({ type }) =>
      type.kind === 'text' || type.kind === 'ids'
        ? (type.written ?? []).concat(type.pattern?.source ?? [])
        : [],
    ),
);

/**
 * Returns the type without patterns that this program didn't write: `^(?:a+)+$` takes years on a short
 * value, in whichever process runs it. The service then checks the value alone.
 */
function withOwnPatterns(type: ParameterType): ParameterType {
  if (type.kind !== 'text' && type.kind !== 'ids') return type;
  const { pattern, written, ...others } = type;
  const isOwn = (source: string): boolean =>
    builtInPatterns.has(source) || isDiscoveredPattern(source);
  if ([...(pattern ? [pattern.source] : []), ...(written ?? [])].every(isOwn)) return type;
  return others.kind === 'ids' ? { ...others, pattern: anyId } : others;
}

/** A question as a file describes it, which may be from somebody else: the only way in for one. */
export const knownEndpointSchema = z
  .object({ endpoint: endpointSchema, resource: resourceSchema })
  .transform(({ endpoint, resource }, context): KnownEndpoint => {
    const parameters = endpoint.parameters.map((one) => ({
      ...one,
      type: withOwnPatterns(one.type),
    }));
    const own = { ...endpoint, parameters };
    if (isDataEndpoint(own)) return { endpoint: own, resource };
    context.addIssue('no question about data');
    return z.NEVER;
  });

const descriptionSchema = z.object({
  /** When it was read, ISO 8601. */
  at: z.string(),
  source: z.string(),
  /** The path of the address it was read at; another path is another service. */
  basePath: z.string(),
  service: describedServiceSchema,
});

const contentSchema = z.object({
  v: z.literal(1),
  profileId: z.string(),
  description: descriptionSchema.nullable(),
  /** When the last attempt failed, and why; null if it succeeded. */
  failed: z.object({ at: z.string(), message: z.string() }).nullable(),
  /** Paths of addresses whose description the person had forgotten: asked only on request. */
  forgotten: z.array(z.string()),
  corrections: z.record(z.string(), z.string()),
  gone: z.array(knownEndpointSchema),
});
export type ProfileContent = z.infer<typeof contentSchema>;

const nothing: ProfileContent = {
  v: 1,
  profileId: '',
  description: null,
  failed: null,
  forgotten: [],
  corrections: {},
  gone: [],
};

export interface ProfileFile {
  content: ProfileContent;
  notices: readonly Notice[];
  /** @throws StoreError when the disk refuses; the content is unchanged then. */
  save(change: Partial<ProfileContent>): Promise<void>;
}

/** Opens a profile. Each member that is missing or damaged is empty. */
export async function openProfileFile(dataDir: string, profileId: string): Promise<ProfileFile> {
  const folder = join(dataDir, 'service-profiles');
  // An origin contains characters that file names can't; its hash doesn't.
  const name = createHash('sha256').update(profileId).digest('hex').slice(0, 16);
  const file: JsonFile = openJsonFile(join(folder, `${name}.json`), fileLimits.large);
  if (file.content !== null && !contentSchema.partial().safeParse(file.content).success) {
    file.setDamaged();
  }
  const opened: ProfileFile = {
    content: { ...readMembers(contentSchema, nothing, file.content), profileId },
    notices: noticesOf[file.state()],
    async save(change) {
      const content = { ...opened.content, ...change };
      await ensureFolder(folder, 'The service profile could not be saved.');
      await file.write(content);
      opened.content = content;
    },
  };
  return opened;
}

const noticesOf = noticesFor('service_profile', {
  damaged:
    'Some of what is known of this service beyond the documentation can’t be read. Read its description again in Settings, and enter your corrections again. The file is kept under another name.',
  refused:
    'What is known of this service beyond the documentation can’t be read from the disk, so changes to it aren’t saved until the next start.',
});
