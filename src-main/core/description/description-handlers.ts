/** Methods about the service's description and a person's corrections. */
import { z } from 'zod';
import { quoted } from '#shared/characters.ts';
import { factIdSchema, maxCorrectionLength } from '#shared/contract/description.ts';
import type { ImportedProfile, ServiceProfileReply } from '#shared/contract/description.ts';
import { isoTime } from '../clock.ts';
import type { HandlersOf } from '../dispatch.ts';
import type { FileToSave } from '../save-as.ts';
import {
  invalidInput,
  mustBeChosen,
  ProblemError,
  refused as refusedFile,
} from '../problem-error.ts';
import type { ServiceInUse } from '../service-in-use.ts';
import type { ServiceKnowledge } from './service-knowledge.ts';
import { jsonIn } from '../json/index.ts';

export interface DescriptionDeps {
  service: Pick<ServiceInUse, 'profile'>;
  knowledge: ServiceKnowledge;
}

/** The small file that colleagues share: the decisions, and the service they are for. */
const profileFileSchema = z.object({
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
export type ProfileFile = z.infer<typeof profileFileSchema>;

/** Returns the person's corrections as a file. @throws ProblemError when no service is in use. */
export function correctionsFile(
  { service, knowledge }: DescriptionDeps,
  version: string,
): FileToSave {
  const profile = mustBeChosen(service.profile());
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
}: DescriptionDeps): HandlersOf<`${'description' | 'correction' | 'profile'}.${string}`> {
  async function replyAfter(work: () => Promise<void>): Promise<ServiceProfileReply> {
    mustBeChosen(service.profile());
    await work();
    return knowledge.reply();
  }

  return {
    'description.get': () => replyAfter(async () => undefined),
    'description.ask': () => replyAfter(() => knowledge.ask()),
    'description.forget': () => replyAfter(() => knowledge.forget()),

    'correction.set': ({ id, value: typed }) =>
      replyAfter(() => {
        const value = typed.trim();
        const complaint = knowledge.inForce().facts.some((one) => one.id === id)
          ? knowledge.outcome({ [id]: value }).refused.get(id)
          : 'There is no such assumption.';
        if (complaint !== undefined) throw new ProblemError(invalidInput(complaint, id));
        return knowledge.correct((before) => ({ ...before, [id]: value }));
      }),

    'correction.reset': ({ id }) =>
      replyAfter(() =>
        knowledge.correct((before) =>
          Object.fromEntries(Object.entries(before).filter(([one]) => id !== null && one !== id)),
        ),
      ),

    'profile.import': async ({ text }) => {
      const profile = mustBeChosen(service.profile());
      const { corrections, profileId } = readFile(text);
      const { facts, refused } = knowledge.outcome(corrections);
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
      const reply = await replyAfter(() =>
        knowledge.correct((before) => ({ ...before, ...Object.fromEntries(taken) })),
      );
      return { ...reply, taken: taken.length, notices } satisfies ImportedProfile;
    },
  };
}

function readFile(text: string): ProfileFile {
  const value = jsonIn(text);
  if (value === undefined) {
    throw refusedFile(
      'This file isn’t JSON, or it is damaged.',
      'Choose a file that “Export profile…” saved.',
    );
  }
  const parsed = profileFileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusedFile(
    'This version can’t read this service profile.',
    'Choose a file that “Export profile…” saved.',
  );
}
