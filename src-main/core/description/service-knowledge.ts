/**
 * What is known about the service in use: read from disk when the service is chosen, fetched when its
 * address changes or on request, corrected by the person. All code that builds requests gets the
 * effective catalogue from here; it answers the methods about the description and the corrections.
 */
import { z } from 'zod';
import { quoted } from '#shared/characters.ts';
import type { Notice } from '#shared/contract/run.ts';
import { catalogue as builtIn } from '../../catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import type { Catalogue } from '#shared/catalogue/types.ts';
import { factIdSchema, maxCorrectionLength } from '#shared/contract/description.ts';
import type {
  DescriptionState,
  ImportedProfile,
  ServiceProfile,
  ServiceProfileReply,
} from '#shared/contract/description.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { effectiveCatalogue } from './effective-catalogue.ts';
import type { EffectiveCatalogue, KnownEndpoint } from './effective-catalogue.ts';
import type { HandlersOf } from '../dispatch.ts';
import { jsonIn } from '../json/index.ts';
import { invalidInput, noAddress, ProblemError, refused as refusedFile } from '../problem-error.ts';
import type { FileToSave } from '../save-as.ts';
import { Serial } from '../store/serial.ts';
import { openProfileFile } from './profile-file.ts';
import type { ProfileContent, ProfileFile } from './profile-file.ts';
import { readDescription } from './read-description.ts';
import type { Limits } from './read-description.ts';
import { isoTime } from '../clock.ts';

/** The person's own values, by fact id. */
type Corrections = ProfileContent['corrections'];

/** Limit of the endpoints kept for tabs and runs although they are no longer described. */
const mostGone = 200;

export interface KnowledgeDeps {
  dataDir: string;
  /** Version of the application. */
  version: string;
  fetch: typeof globalThis.fetch;
  worker: URL | null;
  limits: Limits;
  /** Called for changes to the service in use only. */
  changed: (reply: ServiceProfileReply) => void;
  report: (error: unknown) => void;
}

export interface ServiceKnowledge {
  handlers: HandlersOf<`${'description' | 'correction' | 'profile'}.${string}`>;
  /** Reads a profile's file and returns a function that makes it the one in use, synchronously. */
  prepare(profile: Profile): Promise<() => void>;
  /** Returns the effective catalogue of the service in use; the built-in one before a service is chosen. */
  catalogue(): Catalogue;
  /** What the person should know of the file of the service in use. */
  notices(): readonly Notice[];
  /** Increases with every notification, across restarts too. */
  revision(): number;
  /** Returns an endpoint and the resource of its rows; null when it doesn't exist. */
  lookUp(endpointId: string): KnownEndpoint | null;
  /** Returns the person's corrections as a file. @throws ProblemError when no service is in use. */
  correctionsFile(): FileToSave;
  /** Fetches the description. Resolves when it is applied, or when there is none. Never rejects. */
  ask(): Promise<void>;
  /**
   * Whether nothing is known from this address, though not because the person had it forgotten, and it
   * hasn't been asked since the program started.
   */
  isUnasked(): boolean;
  /** Aborts pending requests. */
  close(): Promise<void>;
}

/** A service in use, with its profile file and what follows from it. */
interface Current {
  profile: Profile;
  basePath: string;
  file: ProfileFile;
  inForce: EffectiveCatalogue;
  asking: Promise<void> | null;
  /** Runs changes one at a time: each starts from the result of the previous one. */
  changes: Serial;
}

const basePathOf = ({ address }: Profile): string => new URL(address).pathname.replace(/\/+$/, '');

export function createServiceKnowledge(deps: KnowledgeDeps): ServiceKnowledge {
  const closing = new AbortController();
  const known = new Map<string, Promise<Current>>();
  /** Addresses asked since the program started, with any outcome. */
  const asked = new Set<string>();
  const addressKey = ({ profile, basePath }: Current): string => `${profile.id}${basePath}`;
  let current: Current | null = null;
  // Starts with the time, since a window may outlive the process that last notified it.
  let revision = Date.now();

  async function open(profile: Profile): Promise<Current> {
    const file = await openProfileFile(deps.dataDir, profile.id);
    const basePath = basePathOf(profile);
    const inForce = computeAtStart(file.content, basePath);
    return { profile, basePath, file, inForce, asking: null, changes: new Serial() };
  }

  /** What is on disk worked before, but nothing in it may prevent the program from starting. */
  function computeAtStart(content: ProfileContent, basePath: string): EffectiveCatalogue {
    try {
      return compute(content, basePath);
    } catch (error) {
      deps.report(error);
      return compute({ ...content, description: null, corrections: {}, gone: [] }, basePath);
    }
  }

  /** @throws ProblemError when no service is in use. */
  function inUse(): Current {
    if (current === null) throw new ProblemError(noAddress());
    return current;
  }

  /** Saves a change, applies it, and notifies the window. Endpoints that it takes away stay known. */
  function change(
    entry: Current,
    make: (before: ProfileContent) => Partial<ProfileContent>,
  ): Promise<void> {
    return entry.changes.run(async () => {
      const content = { ...entry.file.content, ...make(entry.file.content) };
      // Computed first: what can't be applied must not be saved either.
      const gone = goneOf(
        entry.inForce.catalogue,
        compute({ ...content, gone: [] }, entry.basePath),
      );
      const inForce = compute({ ...content, gone }, entry.basePath);
      await entry.file.save({ ...content, gone });
      entry.inForce = inForce;
      notify(entry);
    });
  }

  function notify(entry: Current): void {
    revision += 1;
    if (entry === current) deps.changed(reply(entry));
  }

  const reply = (entry: Current): ServiceProfileReply => ({
    serviceProfile: serviceProfileOf(entry),
    catalogue: entry.inForce.catalogue,
    revision,
  });

  async function askService(entry: Current): Promise<void> {
    const { basePath } = entry;
    const read = await readDescription(entry.profile.address, { ...deps, signal: closing.signal });
    entry.asking = null;
    if (closing.signal.aborted) return;
    const at = isoTime();
    await change(entry, ({ forgotten }) => ({
      ...(read.ok
        ? {
            description: { at, source: read.source, basePath, service: read.service },
            failed: null,
          }
        : { failed: { at, message: read.message } }),
      // Asked again, so a later start may ask by itself, too.
      forgotten: forgotten.filter((path) => path !== basePath),
    }));
  }

  async function ask(): Promise<void> {
    const entry = inUse();
    if (entry.asking === null) {
      asked.add(addressKey(entry));
      entry.asking = askService(entry)
        // The disk refused to save it: the previous description still applies.
        .catch((error: unknown) => {
          entry.asking = null;
          deps.report(error);
          notify(entry);
        });
      notify(entry);
    }
    await entry.asking;
  }

  /** Returns what would follow from these corrections, too. Nothing is changed. */
  function outcome(more: Corrections): EffectiveCatalogue {
    const { file, basePath } = inUse();
    const corrections = { ...file.content.corrections, ...more };
    return compute({ ...file.content, corrections }, basePath);
  }

  /** Replaces the corrections when its turn comes, so that concurrent changes aren't lost. */
  async function correct(make: (before: Corrections) => Corrections): Promise<ServiceProfileReply> {
    await change(inUse(), ({ corrections }) => ({ corrections: make(corrections) }));
    return reply(inUse());
  }

  const handlers: ServiceKnowledge['handlers'] = {
    'description.get': async () => reply(inUse()),

    'description.ask': async () => {
      await ask();
      return reply(inUse());
    },

    'description.forget': async () => {
      const entry = inUse();
      await change(entry, ({ forgotten }) => ({
        description: null,
        failed: null,
        forgotten: [...new Set([...forgotten, entry.basePath])],
      }));
      return reply(inUse());
    },

    'correction.set': async ({ id, value: typed }) => {
      const value = typed.trim();
      const complaint = inUse().inForce.facts.some((one) => one.id === id)
        ? outcome({ [id]: value }).refused.get(id)
        : 'There is no such assumption.';
      if (complaint !== undefined) throw new ProblemError(invalidInput(complaint, id));
      return correct((before) => ({ ...before, [id]: value }));
    },

    'correction.reset': ({ id }) =>
      correct((before) =>
        Object.fromEntries(Object.entries(before).filter(([one]) => id !== null && one !== id)),
      ),

    'profile.import': async ({ text }) => {
      const { profile } = inUse();
      const { corrections, profileId } = readFile(text);
      const { facts, refused } = outcome(corrections);
      const isUsable = ([id]: [string, string]) => !refused.has(id);
      const taken = Object.entries(corrections).filter(isUsable);
      const documented = facts.filter(
        ({ id, isAssumed }) => !isAssumed && Object.hasOwn(corrections, id) && !refused.has(id),
      );
      const notices = [...refused]
        .filter(([id]) => Object.hasOwn(corrections, id))
        .map(([id, complaint]) => `${quoted(id)} was left out. ${complaint}`);
      if (profileId !== profile.id) {
        notices.unshift(`The file was made for ${profileId}, not for the service in use.`);
      }
      if (documented.length > 0) {
        const ids = documented.map(({ id }) => id).join(', ');
        notices.push(`The file changes what is documented: ${ids}.`);
      }
      const replied = await correct((before) => ({ ...before, ...Object.fromEntries(taken) }));
      return { ...replied, taken: taken.length, notices } satisfies ImportedProfile;
    },
  };

  return {
    handlers,

    async prepare(profile) {
      const opening = known.get(profile.id) ?? open(profile);
      known.set(profile.id, opening);
      const opened = await opening;
      return () => {
        const basePath = basePathOf(profile);
        if (opened.basePath !== basePath)
          opened.inForce = computeAtStart(opened.file.content, basePath);
        // The sample service's port changes with every start, but its file stays the same.
        opened.profile = profile;
        opened.basePath = basePath;
        current = opened;
        revision += 1;
      };
    },

    catalogue: () => current?.inForce.catalogue ?? builtIn,
    notices: () => current?.file.notices ?? [],
    revision: () => revision,

    lookUp: (endpointId) => lookUpIn(current?.inForce.catalogue ?? builtIn, endpointId),

    correctionsFile() {
      const { profile, file } = inUse();
      const corrections: CorrectionsFile = {
        kind: 'social-data-explorer/service-profile',
        version: 1,
        application: deps.version,
        writtenAt: isoTime(),
        profileId: profile.id,
        corrections: { ...file.content.corrections },
      };
      const content = `${JSON.stringify(corrections, null, 2)}\n`;
      return { name: 'service-profile.json', content };
    },

    ask,

    isUnasked() {
      if (current === null) return false;
      const { basePath, file } = current;
      const { description, forgotten } = file.content;
      const isKnown = description?.basePath === basePath || forgotten.includes(basePath);
      return !isKnown && !asked.has(addressKey(current));
    },

    async close() {
      closing.abort();
      const all = await Promise.all([...known.values()].map((one) => one.catch(() => null)));
      for (const one of all) await one?.asking;
    },
  };
}

/** The small file that colleagues share: the decisions, and the service they are for. */
const correctionsFileSchema = z.object({
  kind: z.literal('social-data-explorer/service-profile'),
  version: z.literal(1),
  /** Version of the application that wrote it. */
  application: z.string(),
  writtenAt: z.string(),
  /** The service that the corrections are for: `sample`, or the origin of its address. */
  profileId: z.string(),
  /** By fact id. */
  corrections: z.record(factIdSchema, z.string().max(maxCorrectionLength)),
});
export type CorrectionsFile = z.infer<typeof correctionsFileSchema>;

function readFile(text: string): CorrectionsFile {
  const value = jsonIn(text);
  if (value === undefined) {
    throw refusedFile(
      'This file isn’t JSON, or it is damaged.',
      'Choose a file that “Export profile…” saved.',
    );
  }
  const parsed = correctionsFileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusedFile(
    'This version can’t read this service profile.',
    'Choose a file that “Export profile…” saved.',
  );
}

/** Returns the endpoint and its resource; null when the catalogue has no such endpoint. */
export function lookUpIn(catalogue: Catalogue, endpointId: string): KnownEndpoint | null {
  const endpoint = catalogue.endpoints.find(({ id }) => id === endpointId);
  if (endpoint === undefined || !isDataEndpoint(endpoint)) return null;
  const resource = catalogue.resources.find(({ id }) => id === endpoint.resource);
  return resource === undefined ? null : { endpoint, resource };
}

function compute(
  { description, corrections, gone }: ProfileContent,
  basePath: string,
): EffectiveCatalogue {
  const described = description?.basePath === basePath ? description.service : null;
  return effectiveCatalogue(builtIn, { described, corrections, gone });
}

/** Returns the discovered endpoints of `before` that `after` no longer has. */
function goneOf(before: Catalogue, after: EffectiveCatalogue): KnownEndpoint[] {
  const still = new Set(
    after.catalogue.endpoints
      .filter(({ discovered }) => discovered === 'described')
      .map(({ id }) => id),
  );
  return before.endpoints
    .filter(({ id, discovered }) => discovered !== null && !still.has(id))
    .flatMap(({ id }) => lookUpIn(before, id) ?? [])
    .slice(0, mostGone);
}

function serviceProfileOf({ profile, basePath, file, inForce, asking }: Current): ServiceProfile {
  const { description, corrections } = file.content;
  const read = description?.basePath === basePath ? description : null;
  return {
    profileId: profile.id,
    state: stateOf(file.content, asking !== null),
    description:
      read === null
        ? null
        : {
            at: read.at,
            source: read.source,
            title: read.service.title,
            version: read.service.version,
            paths: read.service.paths,
          },
    facts: inForce.facts,
    discovered: inForce.discovered.map(({ operation, found, leftOut }) => ({
      endpointId: found?.endpoint.id ?? null,
      platform: found?.endpoint.platform ?? null,
      title: found?.endpoint.title ?? (operation.title === '' ? operation.path : operation.title),
      path: operation.path,
      leftOut,
    })),
    corrections: Object.keys(corrections).length,
  };
}

function stateOf({ description, failed }: ProfileContent, isAsking: boolean): DescriptionState {
  if (isAsking) return { kind: 'asking' };
  if (failed !== null) return { kind: 'failed', ...failed };
  return description === null ? { kind: 'neverAsked' } : { kind: 'read', at: description.at };
}
