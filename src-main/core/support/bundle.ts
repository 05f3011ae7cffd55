/**
 * The support bundle: what someone who helps needs to know, in one readable file without keys. The
 * person sees it before it is saved, and exactly what they saw is saved.
 */
import { ownTimeZone } from '#shared/time-zone.ts';
import { randomBytes } from 'node:crypto';
import { arch, release, totalmem } from 'node:os';
import type { Problem } from '#shared/contract/problem.ts';
import type { SupportPreview } from '#shared/contract/saved.ts';
import type { CredentialStatus, Snapshot } from '#shared/contract/snapshot.ts';
import { countedCalls } from '../history.ts';
import type { History } from '../history.ts';
import { refused } from '../problem-error.ts';
import { nodeFiles } from '../store/file-port.ts';
import type { Ledger } from '../store/ledger.ts';
import type { Failures } from './failures.ts';
import type { FileToSave } from '../save-as.ts';
import { redact, withoutQuestion, withoutValues } from './redact.ts';
import { isoTime, now } from '../clock.ts';

export interface BundleDeps {
  snapshot: () => Promise<Snapshot>;
  history: Pick<History, 'list'>;
  ledger: Pick<Ledger, 'count'>;
  failures: Failures;
  /** The values of all credentials known to the program. */
  secrets: () => string[];
}

export function createSupportBundle(deps: BundleDeps) {
  let shown: SupportPreview | null = null;
  return {
    /** `withQuestions`: include search words, names and IDs of failed questions. */
    async preview(withQuestions: boolean): Promise<SupportPreview> {
      const content = await collect(deps, withQuestions);
      const text = redact(`${JSON.stringify(content, null, 2)}\n`, deps.secrets());
      shown = { id: randomBytes(9).toString('base64url'), text };
      return shown;
    },

    /** Returns the text that was shown, as a file. @throws ProblemError when a later preview has replaced it. */
    file(id: string): FileToSave {
      if (shown?.id !== id) {
        throw refused(
          'This preview of the support bundle is out of date.',
          'Preview it again, then save it.',
        );
      }
      const day = isoTime().slice(0, 10);
      const name = `social-data-explorer-support-${day}.json`;
      return { name, content: shown.text };
    },
  };
}

async function collect(deps: BundleDeps, withQuestions: boolean): Promise<object> {
  const snapshot = await deps.snapshot();
  const { profile, preferences, keychain, credentials, notices, dataFolder } = snapshot;
  const time = now();
  const templates = snapshot.catalogue.endpoints.map(({ path }) => path);
  return {
    about: 'Support bundle of Social Data Explorer. Keys are never in it.',
    madeAt: time.toISOString(),
    program: {
      version: snapshot.version,
      host: process.versions['electron'] === undefined ? 'browser host' : 'Electron',
      electron: process.versions['electron'] ?? null,
      chromium: process.versions['chrome'] ?? null,
      node: process.versions.node,
    },
    computer: {
      system: process.platform,
      release: release(),
      architecture: arch(),
      memoryMb: Math.round(totalmem() / 1_000_000),
      timeZone: ownTimeZone(),
    },
    service: profile === null ? null : { id: profile.id, address: profile.address },
    credentials: credentials.map(describeCredential),
    keychain,
    settings: preferences,
    notices,
    failures: deps.failures
      .list()
      .map((problem) => describeFailure(problem, withQuestions ? null : templates)),
    ledger: profile === null ? null : countedCalls(deps.ledger.count(profile.id), time),
    stores: await describeStores(deps, dataFolder),
    questionsLeftOut: !withQuestions,
  };
}

/** Leaves out the names that a person gave, and whose session it is. */
const describeCredential = ({
  kind,
  source,
  lastFour,
  inUse,
  addedAt,
  endsAt,
  overridesStored,
  trouble,
}: CredentialStatus): object => ({
  kind,
  source,
  endsIn: lastFour,
  inUse,
  addedAt,
  endsAt,
  overridesStored,
  trouble,
});

/** @param templates Endpoint paths, used to find and remove a question's values; null keeps them. */
function describeFailure(
  { code, title, advice, call, details }: Problem,
  templates: readonly string[] | null,
): object {
  const summary = { code, title, advice, call };
  if (details === null) return summary;
  const { target, values } =
    templates === null || details.target === null
      ? { target: details.target, values: [] }
      : withoutQuestion(details.target, templates);
  const { serviceSaid } = details;
  return {
    ...summary,
    title: withoutValues(title, values),
    advice: withoutValues(advice, values),
    request: target,
    sentAt: details.sentAt,
    answeredInMs: details.ms,
    requests: details.attempts,
    status: details.status,
    serviceCode: details.serviceCode,
    serviceSaid: serviceSaid === null ? null : withoutValues(serviceSaid, values),
  };
}

/** Counts runs by condition and state, without their questions. */
async function describeStores({ history }: BundleDeps, dataFolder: string): Promise<object> {
  const runs = await history.list();
  const count = (of: (run: (typeof runs)[number]) => string): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const run of runs) counts[of(run)] = (counts[of(run)] ?? 0) + 1;
    return counts;
  };
  return {
    dataFolder,
    freeBytes: await nodeFiles.freeBytes(dataFolder).catch(() => null),
    runs: runs.length,
    rows: runs.reduce((sum, { rows }) => sum + rows, 0),
    bytes: runs.reduce((sum, { bytes }) => sum + bytes, 0),
    byCondition: count(({ condition }) => condition),
    byState: count(({ state }) => state),
    notSound: runs
      .filter(({ condition }) => condition !== 'sound')
      .map(({ id, condition, createdAt }) => ({ id, condition, createdAt })),
  };
}
