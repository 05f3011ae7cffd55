/** Methods about the service's description and a person's corrections. */
import { quoted } from '#shared/characters.ts';
import { factId, profileFileSchema } from '#shared/contract/description.ts';
import type {
  FactName,
  ImportedProfile,
  ProfileFile,
  ServiceProfileReply,
  TryIt,
} from '#shared/contract/description.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { problemOfCorrection } from './corrections.ts';
import { factValue, nameOfId, withFact } from './facts.ts';
import { buildRequest, requestUrl } from '#shared/query/request.ts';
import { validateQuery } from '#shared/query/values.ts';
import type { Handlers } from '../dispatch.ts';
import type { FileToSave } from '../save-as.ts';
import { invalidInput, noAddress, ProblemError, refused } from '../problem-error.ts';
import type { ServiceInUse } from '../service-in-use.ts';
import { lookUpIn } from './service-knowledge.ts';
import type { ServiceKnowledge } from './service-knowledge.ts';
import { isoTime } from '../clock.ts';

export interface DescriptionDeps {
  service: Pick<ServiceInUse, 'profile'>;
  knowledge: ServiceKnowledge;
}

type DescriptionMethod = Extract<
  keyof Handlers,
  `description.${string}` | `correction.${string}` | `difference.${string}` | `profile.${string}`
>;

/** Returns the person's corrections as a file. @throws ProblemError when no service is in use. */
export function correctionsFile(
  { service, knowledge }: DescriptionDeps,
  version: string,
): FileToSave {
  const profile = service.profile();
  if (profile === null) throw new ProblemError(noAddress());
  const file: ProfileFile = {
    kind: 'social-data-explorer/service-profile',
    version: 1,
    application: version,
    writtenAt: isoTime(),
    profileId: profile.id,
    corrections: { ...knowledge.corrections() },
  };
  return { name: 'service-profile.json', content: `${JSON.stringify(file, null, 2)}\n` };
}

export function createDescriptionHandlers({
  service,
  knowledge,
}: DescriptionDeps): Pick<Handlers, DescriptionMethod> {
  function inUse(): Profile {
    const profile = service.profile();
    if (profile === null) throw new ProblemError(noAddress());
    return profile;
  }

  /** Returns a fact that can be corrected here. @throws ProblemError `invalid_input`. */
  function nameOf(id: string): FactName {
    const { assumptions } = knowledge.inForce();
    const name = assumptions.some((one) => one.id === id) ? nameOfId(id) : null;
    if (name === null) throw new ProblemError(invalidInput('There is no such assumption.', id));
    return name;
  }

  async function correct(
    change: (corrections: Record<string, string>) => void,
  ): Promise<ServiceProfileReply> {
    await knowledge.correct(change);
    return knowledge.reply();
  }

  function check(name: FactName, value: string): void {
    const complaint = problemOfCorrection(knowledge.catalogue(), name, value);
    if (complaint !== null) throw new ProblemError(invalidInput(complaint, factId(name)));
  }

  return {
    'description.get': async () => {
      inUse();
      return knowledge.reply();
    },

    'description.ask': async () => {
      inUse();
      await knowledge.ask();
      return knowledge.reply();
    },

    'description.forget': async () => {
      inUse();
      await knowledge.forget();
      return knowledge.reply();
    },

    'correction.set': async ({ id, value: typed }) => {
      inUse();
      const name = nameOf(id);
      const value = typed.trim();
      check(name, value);
      return correct((corrections) => {
        corrections[id] = value;
      });
    },

    'correction.reset': async ({ id }) => {
      inUse();
      return correct((corrections) => {
        for (const one of id === null ? Object.keys(corrections) : [id]) delete corrections[one];
      });
    },

    'difference.accept': async ({ id, accepted }) => {
      inUse();
      const difference = knowledge.inForce().differences.find((one) => one.id === id);
      if (difference === undefined || (accepted && !difference.acceptable)) {
        throw new ProblemError(invalidInput('This can’t be accepted.', id));
      }
      return correct((corrections) => {
        if (accepted) corrections[id] = difference.service;
        else delete corrections[id];
      });
    },

    'correction.preview': async ({ id, value, values }) => {
      const profile = inUse();
      const name = nameOf(id);
      if (value !== null) check(name, value.trim());
      return preview(profile, name, value?.trim() ?? null, values);
    },

    'profile.import': async ({ text }) => {
      const profile = inUse();
      const { corrections, profileId } = readFile(text);
      const { taken, notices } = usable(corrections);
      if (profileId !== profile.id) {
        notices.unshift(`The file was made for ${profileId}, not for the service in use.`);
      }
      const reply = await correct((known) => Object.assign(known, Object.fromEntries(taken)));
      return { ...reply, taken: taken.length, notices } satisfies ImportedProfile;
    },
  };

  /** Returns the corrections of an imported file that can be applied, and notices about the others. */
  function usable(corrections: Readonly<Record<string, string>>): {
    taken: [string, string][];
    notices: string[];
  } {
    const taken: [string, string][] = [];
    const notices: string[] = [];
    const documented: string[] = [];
    const assumed = new Set(knowledge.inForce().assumptions.map(({ id }) => id));
    for (const [id, value] of Object.entries(corrections)) {
      const name = nameOfId(id);
      const isKnown = name !== null && factValue(knowledge.catalogue(), name) !== null;
      const complaint = isKnown
        ? problemOfCorrection(knowledge.catalogue(), name, value)
        : 'This version doesn’t recognise it.';
      if (complaint === null) taken.push([id, value]);
      else notices.push(`${quoted(id)} was left out. ${complaint}`);
      if (complaint === null && !assumed.has(id)) documented.push(id);
    }
    if (documented.length > 0) {
      notices.push(`The file changes what is documented: ${documented.join(', ')}.`);
    }
    return { taken, notices };
  }

  function preview(
    profile: Profile,
    name: FactName,
    value: string | null,
    values: Readonly<Record<string, string>>,
  ): TryIt {
    const inForce = knowledge.catalogue();
    const catalogue = value === null ? inForce : withFact(inForce, name, value, 'person');
    const known = lookUpIn(catalogue, name.subject);
    if (known === null)
      throw new ProblemError(invalidInput('There is nothing to try.', factId(name)));
    const { endpoint, resource } = known;
    const query = {
      endpointId: endpoint.id,
      values: { ...endpoint.example, ...values },
      fields: [],
    };
    const [complaint] = Object.values(validateQuery(endpoint, query, resource));
    return {
      query,
      address: requestUrl(profile.address, buildRequest(endpoint, query)),
      metered: endpoint.metered,
      complaint: complaint ?? null,
    };
  }
}

function readFile(text: string): ProfileFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused(
      'This file isn’t JSON, or it is damaged.',
      'Choose a file that “Export profile…” saved.',
    );
  }
  const parsed = profileFileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refused(
    'This version can’t read this service profile.',
    'Choose a file that “Export profile…” saved.',
  );
}
