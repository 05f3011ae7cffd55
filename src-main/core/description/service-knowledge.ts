/**
 * What is known of the service in use: read from disk when it is chosen, asked when its address
 * changes or somebody wants it, corrected by the person. Everything that builds a request looks
 * here for the catalogue in force.
 */
import { catalogue as builtIn } from '#shared/catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import type { Catalogue } from '#shared/catalogue/types.ts';
import type {
  DescriptionState,
  ServiceProfile,
  ServiceProfileReply,
} from '#shared/contract/description.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { catalogueInForce } from '#shared/description/in-force.ts';
import type { InForce, KnownEndpoint } from '#shared/description/in-force.ts';
import { Serial } from '../store/serial.ts';
import { openProfileFile } from './profile-file.ts';
import type { ProfileContent, ProfileFile } from './profile-file.ts';
import { readDescription } from './read-description.ts';
import type { Limits } from './read-description.ts';
import { isoTime } from '../clock.ts';

/** So many endpoints that are no longer described are remembered for tabs and runs. */
const mostGone = 200;

export interface KnowledgeDeps {
  dataDir: string;
  fetch: typeof globalThis.fetch;
  worker: URL | null;
  limits: Limits;
  /** Of the service in use; not told of others. */
  changed: (reply: ServiceProfileReply) => void;
  report: (error: unknown) => void;
}

export interface ServiceKnowledge {
  /** Reads what is known of a profile; what comes back takes it for the one in use, at once. */
  prepare(profile: Profile): Promise<() => void>;
  /** In force for the service in use; the built-in one before a service was chosen. */
  catalogue(): Catalogue;
  /** Goes up with whatever is told, over restarts too. */
  revision(): number;
  /** The endpoint of a query and the resource its rows are; null when there is none such. */
  lookUp(endpointId: string): KnownEndpoint | null;
  /** Of the service in use. @throws Error when there is none. */
  reply(): ServiceProfileReply;
  inForce(): InForce;
  corrections(): Readonly<Record<string, string>>;
  /** Resolves when the answer is in force, or when there was none. Never throws. */
  ask(): Promise<void>;
  /** Whether nothing is known from this address, and it was not asked since the program started. */
  isUnasked(): boolean;
  forget(): Promise<void>;
  /** `change` is made on the corrections as they are when it is its turn: none is lost. */
  correct(change: (corrections: Record<string, string>) => void): Promise<void>;
  /** Gives up what is being asked. */
  close(): Promise<void>;
}

/** A service in use, with what follows from what is known of it. */
interface Current {
  profile: Profile;
  basePath: string;
  file: ProfileFile;
  inForce: InForce;
  asking: Promise<void> | null;
  /** Changes follow one another: each begins with what the last one left. */
  changes: Serial;
}

const basePathOf = ({ address }: Profile): string => new URL(address).pathname.replace(/\/+$/, '');

export function createServiceKnowledge(deps: KnowledgeDeps): ServiceKnowledge {
  const closing = new AbortController();
  const known = new Map<string, Promise<Current>>();
  /** Addresses that were asked since the program started, whatever they said. */
  const asked = new Set<string>();
  const askedAt = ({ profile, basePath }: Current): string => `${profile.id}${basePath}`;
  let current: Current | null = null;
  // A window may outlive the process that it was told by.
  let revision = Date.now();

  async function open(profile: Profile): Promise<Current> {
    const file = await openProfileFile(deps.dataDir, profile.id);
    const basePath = basePathOf(profile);
    const inForce = computeAtStart(file.content, basePath);
    return { profile, basePath, file, inForce, asking: null, changes: new Serial() };
  }

  /** What is on disk was in force before; but nothing in it may keep the program from starting. */
  function computeAtStart(content: ProfileContent, basePath: string): InForce {
    try {
      return compute(content, basePath);
    } catch (error) {
      deps.report(error);
      return compute({ ...content, description: null, corrections: {}, gone: [] }, basePath);
    }
  }

  function inUse(): Current {
    if (current === null) throw new Error('No service is in use.');
    return current;
  }

  /** Keeps what is known now, puts it in force, tells the window. */
  function change(
    of: Current,
    make: (before: ProfileContent) => Partial<ProfileContent>,
  ): Promise<void> {
    return of.changes.run(async () => {
      const content = make(of.file.content);
      // First: what could not be put in force must not be kept either.
      const inForce = compute({ ...of.file.content, ...content }, of.basePath);
      await of.file.save(content);
      of.inForce = inForce;
      tell(of);
    });
  }

  function tell(of: Current): void {
    revision += 1;
    if (of === current) deps.changed(reply(of));
  }

  const reply = (of: Current): ServiceProfileReply => ({
    serviceProfile: serviceProfileOf(of),
    catalogue: of.inForce.catalogue,
    revision,
  });

  async function askService(of: Current): Promise<void> {
    const { basePath } = of;
    const read = await readDescription(of.profile.address, { ...deps, signal: closing.signal });
    of.asking = null;
    if (closing.signal.aborted) return;
    const at = isoTime();
    if (!read.ok) {
      await change(of, () => ({ failed: { at, message: read.message } }));
      return;
    }
    const { service, source } = read;
    const description = { at, source, basePath, service };
    await change(of, (before) => ({
      description,
      failed: null,
      gone: goneOf(of.inForce.catalogue, compute({ ...before, description }, basePath)),
    }));
  }

  return {
    async prepare(profile) {
      const opening = known.get(profile.id) ?? open(profile);
      known.set(profile.id, opening);
      const opened = await opening;
      return () => {
        const basePath = basePathOf(profile);
        if (opened.basePath !== basePath)
          opened.inForce = computeAtStart(opened.file.content, basePath);
        // The sample service has another port with every start: its file is the same.
        opened.profile = profile;
        opened.basePath = basePath;
        current = opened;
        revision += 1;
      };
    },

    catalogue: () => current?.inForce.catalogue ?? builtIn,
    revision: () => revision,

    lookUp: (endpointId) => lookUpIn(current?.inForce.catalogue ?? builtIn, endpointId),

    reply: () => reply(inUse()),
    inForce: () => inUse().inForce,
    corrections: () => inUse().file.content.corrections,

    async ask() {
      const of = inUse();
      if (of.asking === null) {
        asked.add(askedAt(of));
        of.asking = askService(of)
          // A disk that refuses to keep it: what was known before stays in force.
          .catch((error: unknown) => {
            of.asking = null;
            deps.report(error);
            tell(of);
          });
        tell(of);
      }
      await of.asking;
    },

    isUnasked() {
      if (current === null) return false;
      const { description } = current.file.content;
      return description?.basePath !== current.basePath && !asked.has(askedAt(current));
    },

    async forget() {
      const of = inUse();
      await change(of, (before) => ({
        description: null,
        failed: null,
        gone: goneOf(
          of.inForce.catalogue,
          compute({ ...before, description: null, gone: [] }, of.basePath),
        ),
      }));
    },

    correct: (make) =>
      change(inUse(), (before) => {
        // No prototype: an id may be any text.
        const corrections: Record<string, string> = Object.assign(
          Object.create(null),
          before.corrections,
        );
        make(corrections);
        return { corrections: { ...corrections } };
      }),

    async close() {
      closing.abort();
      const all = await Promise.all([...known.values()].map((one) => one.catch(() => null)));
      for (const one of all) await one?.asking;
    },
  };
}

/** The endpoint and its resource; null when the catalogue has none such. */
export function lookUpIn(catalogue: Catalogue, endpointId: string): KnownEndpoint | null {
  const endpoint = catalogue.endpoints.find(({ id }) => id === endpointId);
  if (endpoint === undefined || !isDataEndpoint(endpoint)) return null;
  const resource = catalogue.resources.find(({ id }) => id === endpoint.resource);
  return resource === undefined ? null : { endpoint, resource };
}

function compute({ description, corrections, gone }: ProfileContent, basePath: string): InForce {
  const described = description?.basePath === basePath ? description.service : null;
  return catalogueInForce(builtIn, { described, corrections, gone });
}

/** Discovered endpoints that were there and are not among the new ones. */
function goneOf(before: Catalogue, after: InForce): KnownEndpoint[] {
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
    assumptions: inForce.assumptions,
    differences: inForce.differences,
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
