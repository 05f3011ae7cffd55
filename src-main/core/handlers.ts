/** Which part of the core answers which method. */
import type { SaveTurn, Snapshot } from '#shared/contract/snapshot.ts';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import { createAccountHandlers } from './credentials/account-handlers.ts';
import type { DerivedRuns } from './derived/derived-handlers.ts';
import { createDescriptionHandlers } from './description/description-handlers.ts';
import type { ServiceKnowledge } from './description/service-knowledge.ts';
import type { Handlers } from './dispatch.ts';
import type { OpenedRecipe } from '#shared/contract/export/methods-sheet.ts';
import type { Exports } from './export/exports.ts';
import { createExportHandlers } from './export/export-handlers.ts';
import type { PseudonymSecrets } from './export/privacy/secret.ts';
import { normaliseAddress, openableLink } from './settings/addresses.ts';
import { invalidInput, ProblemError } from './problem-error.ts';
import { countedCalls } from './history.ts';
import type { History } from './history.ts';
import { createProjectHandlers } from './project/project-handlers.ts';
import type { ProjectFile } from './project/project.ts';
import type { FolderPorts } from './project/projects.ts';
import type { RunEngine } from './runs/engine.ts';
import type { Views } from './runs/views.ts';
import { createListHandlers } from './lists/list-handlers.ts';
import type { Lists } from './lists/lists.ts';
import { createRecipeHandlers } from './recipes/recipe-handlers.ts';
import type { RecipeRuns } from './recipes/recipe-runs.ts';
import { createRunHandlers } from './runs/run-handlers.ts';
import type { ServiceInUse } from './service-in-use.ts';
import type { StatusWatch } from './service/status-watch.ts';
import type { SettingsFile } from './settings/settings.ts';
import type { Workspaces } from './settings/workspaces.ts';
import { createRequestHandlers } from './requests/request-handlers.ts';
import type { SendDeps } from './requests/send-request.ts';
import { createSupportBundle } from './support/bundle.ts';
import type { Failures } from './support/failures.ts';
import type { Ledger } from './store/ledger.ts';
import { now } from './clock.ts';

export interface HandlerDeps {
  ports: FolderPorts;
  project: ProjectFile;
  settings: SettingsFile;
  workspaces: Workspaces;
  ledger: Ledger;
  service: ServiceInUse;
  watch: StatusWatch;
  engine: RunEngine;
  views: Views;
  lists: Lists;
  recipeRuns: RecipeRuns;
  derived: DerivedRuns;
  history: History;
  failures: Failures;
  exports: Exports;
  requests: Pick<SendDeps, 'answers' | 'turns' | 'closing' | 'counted' | 'note'>;
  pseudonymSecrets: PseudonymSecrets;
  openRecipe: (text: string) => OpenedRecipe;
  /** Asks a service that was never asked at its address. Nobody waits for it. */
  lookAtDescription: () => void;
  knowledge: ServiceKnowledge;
  dataFolder: string;
}

export function createHandlers(deps: HandlerDeps): Handlers {
  const { ports, settings, workspaces, ledger, service, watch, engine, views, history, exports } =
    deps;
  const { knowledge } = deps;
  const { credentials } = service;

  async function snapshot(after?: SaveTurn): Promise<Snapshot> {
    const profile = service.profile();
    const known = profile === null ? [] : await credentials.list(profile.id);
    const { workspace, notices } =
      profile === null
        ? { workspace: emptyWorkspace, notices: [] }
        : await workspaces.get(profile.id, after);
    return {
      version: ports.version,
      catalogue: knowledge.catalogue(),
      catalogueRevision: knowledge.revision(),
      profile,
      credential: known.find((one) => one.inUse && one.kind !== 'sessionToken') ?? null,
      credentials: known,
      keychain: {
        available: ports.secrets.lasting,
        place: ports.secrets.place,
        reason: ports.secrets.reason,
      },
      suggestedAddress: service.suggestedAddress,
      preferences: settings.get().preferences,
      workspace,
      calls: profile === null ? { session: 0, total: 0 } : ledger.calls(profile.id),
      trouble: watch.trouble(),
      notices: [
        ...(profile === null ? [] : credentials.notices(profile.id)),
        ...ports.notices,
        ...settings.notices,
        ...notices,
        ...ledger.notices,
      ],
      dataFolder: deps.dataFolder,
      project: {
        opening: ports.opening,
        title: deps.project.details().title,
        hasOthers: ports.projects.hasOthers(),
      },
    };
  }

  const support = createSupportBundle({
    ports,
    snapshot,
    history,
    ledger,
    failures: deps.failures,
    secrets: () => credentials.knownValues(),
  });

  return {
    'app.snapshot': ({ after }) => snapshot(after),

    'workspace.save': async ({ profileId, workspace, turn, opening = ports.opening }) => {
      // A page that was drawn from another project and is about to reload.
      if (opening !== ports.opening) return {};
      await workspaces.save(profileId, workspace, turn);
      return {};
    },

    'preferences.save': async (preferences) => {
      await settings.change({ preferences });
      return preferences;
    },

    'service.choose': async (chosen) => {
      await service.choose(
        chosen.kind === 'sample'
          ? chosen
          : { kind: 'address', address: normaliseAddress(chosen.address) },
        (profile) => knowledge.prepare(profile),
      );
      watch.look();
      deps.lookAtDescription();
      await ports.projects.noteChange();
      return snapshot();
    },

    ...createDescriptionHandlers({ ports, service, knowledge }),

    ...createAccountHandlers({ ports, settings, service, watch, snapshot }),

    ...createRunHandlers({ engine, views, watch }),

    ...createListHandlers({
      lists: deps.lists,
      engine,
      views,
      catalogue: () => knowledge.catalogue(),
      chooseSaveTarget: ports.chooseSaveTarget,
    }),

    ...createRecipeHandlers({
      dataFolder: deps.dataFolder,
      engine,
      catalogue: () => knowledge.catalogue(),
      runs: deps.recipeRuns,
      chooseSaveTarget: ports.chooseSaveTarget,
    }),
    ...deps.derived.handlers,

    ...createExportHandlers({
      ports,
      engine,
      exports,
      openRecipe: deps.openRecipe,
      secrets: deps.pseudonymSecrets,
    }),

    'history.list': async () => ({ runs: await history.list() }),
    'history.describe': async (description) => {
      await history.describe(description);
      return {};
    },
    'history.remove': async ({ runIds }) => {
      await history.remove(runIds);
      return {};
    },
    'history.restore': async ({ runIds }) => {
      await history.restore(runIds);
      return {};
    },

    'calls.counts': async () => {
      // Before a service was chosen, nothing was called for any.
      const profileId = service.profile()?.id ?? '';
      return countedCalls(ledger.count(profileId), now());
    },

    ...createRequestHandlers(
      {
        ...deps.requests,
        fetch: ports.fetch,
        credentials,
        profile: () => service.profile(),
        ledger,
        ceilings: () => settings.get().preferences.ceilings,
        timeoutMs: () => settings.get().preferences.timeoutSeconds * 1000,
        dataFolder: deps.dataFolder,
      },
      ports.chooseSaveTarget,
    ),

    ...createProjectHandlers({ projects: ports.projects, project: deps.project }),

    'support.preview': ({ withQuestions }) => support.preview(withQuestions),
    'support.save': ({ id }) => support.save(id),

    'link.open': async ({ url }) => {
      const link = openableLink(url);
      if (link === null || ports.openLink === null) {
        throw new ProblemError(invalidInput('Only https addresses can be opened.'));
      }
      await ports.openLink(link);
      return {};
    },
  };
}
