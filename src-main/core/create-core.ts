/** Wires the core of one project: builds its parts and routes their changes to events. */
import { isDeepStrictEqual } from 'node:util';
import type { Catalogue } from '#shared/catalogue/types.ts';
import type { CallCounts, Profile } from '#shared/contract/snapshot.ts';
import { stepRecipeSchema } from '#shared/contract/recipe.ts';
import type { KnownEndpoint } from './description/effective-catalogue.ts';
import { listTitle } from '#shared/query/words.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import { createAppHandlers } from './app-handlers.ts';
import { closeInTurn } from './store/serial.ts';
import { codesFiles, createCodes } from './codes/codes.ts';
import { openCodes } from './store/own-values.ts';
import { now } from './clock.ts';
import type { Core, CorePorts } from './core.ts';
import { createAccountHandlers } from './credentials/account-handlers.ts';
import { createOpenFiles } from './derived/files/open-files.ts';
import { createDerivedRuns } from './derived/derived-handlers.ts';
import { defaultLimits } from './description/read-description.ts';
import { createServiceKnowledge } from './description/service-knowledge.ts';
import { createCall, createEvents } from './dispatch.ts';
import type { Handlers } from './dispatch.ts';
import { createExports } from './export/exports.ts';
import { openRecipe } from './export/methods/open-recipe.ts';
import { createReplacer } from './export/privacy/replacer.ts';
import {
  callsFile,
  contextFile,
  pictureFile,
  secretFile,
  serviceFile,
} from './export/save-files.ts';
import { createPseudonymSecrets } from './export/privacy/secret.ts';
import { sweepExports } from './export/temp-folder.ts';
import { createHistory, createHistoryHandlers } from './history.ts';
import type { Removals } from './history.ts';
import { answeredInputs } from './lists/answered.ts';
import { createListHandlers, listFile } from './lists/list-handlers.ts';
import { createLists } from './lists/lists.ts';
import { createMedia } from './media/media.ts';
import { refuseLinks, sweepProject } from './project/folders.ts';
import { openProjectFile } from './project/project.ts';
import { openProjects } from './project/projects.ts';
import type { FolderCore, FolderPorts } from './project/projects.ts';
import { createRecipeFolder } from './recipes/recipe-folder.ts';
import { createRecipeHandlers, recipeFile, runWithInputs } from './recipes/recipe-handlers.ts';
import { createRecipeRuns } from './recipes/recipe-runs.ts';
import { createStepSaving } from './recipes/step-saving.ts';
import { createRepeats } from './recipes/repeats.ts';
import { createAnswers } from './requests/answers.ts';
import { answerFile, createRequestHandlers } from './requests/request-handlers.ts';
import { createLiveColumns } from './runs/live-columns.ts';
import { createRunEngine, createRunHandlers } from './runs/engine.ts';
import { defaultRetryDelaysMs } from './runs/fetch-page.ts';
import type { LiveRun } from './runs/live-run.ts';
import { defaultPollEveryMs } from './runs/poll-operation.ts';
import { defaultAnswerLimits } from './runs/streamed-answer.ts';
import { createTurns } from './runs/limits.ts';
import type { Ceilings } from './runs/limits.ts';
import { createViews } from './runs/views.ts';
import { checkedTarget, createFileSaver, createSaveAs } from './save-as.ts';
import type { FileMakers } from './save-as.ts';
import { openServiceInUse } from './service-in-use.ts';
import { openSettings } from './settings/settings.ts';
import { openWorkspaces } from './settings/workspaces.ts';
import { ColumnStore } from './store/columns/column-store.ts';
import { createComputerMarks } from './store/computer-marks.ts';
import type { ComputerMarks } from './store/computer-marks.ts';
import type { DataFolder } from './store/data-folder.ts';
import { openDataFolder } from './store/data-folder.ts';
import { openLedger } from './store/ledger.ts';
import { createRunStore } from './store/run-store.ts';
import { createSupportBundle } from './support/bundle.ts';
import { openFailures } from './support/failures.ts';

/**
 * Opens a project and everything in its data folder.
 *
 * @throws StoreError `in_use` when another process has the folder, `storage_failed` when it
 *   can't be used; ProblemError when the address or the key given at start can't be used.
 */
export function createCore(ports: CorePorts): Promise<Core> {
  const shared: SharedParts = {
    removals: new Map(),
    marks: createComputerMarks(ports.dataDir),
    startedAt: now().getTime(),
  };
  return openProjects(ports, (folderPorts) => openFolder(folderPorts, shared));
}

/** What outlives the core of one folder. */
interface SharedParts {
  /** By the path of the folder. */
  removals: Map<string, Removals>;
  marks: ComputerMarks;
  /** When the program started, in ms. */
  startedAt: number;
}

async function openFolder(ports: FolderPorts, shared: SharedParts): Promise<FolderCore> {
  // Before the lock, which would be created where its link leads.
  await refuseLinks(ports.dataDir);
  const folder = await openDataFolder(ports.dataDir);
  try {
    await sweepProject(folder.path);
    await ports.prepare();
    return await coreIn(folder, ports, shared);
  } catch (error) {
    await folder.close();
    throw error;
  }
}

async function coreIn(
  folder: DataFolder,
  ports: FolderPorts,
  { removals: allRemovals, marks, startedAt }: SharedParts,
): Promise<FolderCore> {
  const settings = await openSettings(folder.path);
  const project = openProjectFile(folder.path);
  const workspaces = await openWorkspaces(folder.path);
  const service = await openServiceInUse(ports, settings);
  const store = createRunStore(folder.path, { marks });
  const ledger = await openLedger(folder.path, { hasRuns: () => store.hasRuns() });
  const codes = await openCodes(folder.path);
  const failures = await openFailures(
    folder.path,
    () => service.credentials.knownValues(),
    ports.report,
  );
  // What is deleted can be restored until the program is closed, whatever is opened in between.
  const removals = allRemovals.get(folder.path) ?? [];
  // On a read-only disk the trash stays.
  if (!allRemovals.has(folder.path)) await store.emptyTrash().catch(ports.report);
  allRemovals.set(folder.path, removals);
  await sweepExports(folder.path).catch(ports.report);
  const events = createEvents(ports.report);

  let reported: CallCounts & { profileId: string | null } = {
    profileId: null,
    session: 0,
    total: 0,
  };
  const reportCalls = (profileId: string): void => {
    if (profileId !== service.profile()?.id) return;
    const calls = ledger.calls(profileId);
    const { session, total } = calls;
    // Those of the service before it may be as many.
    if (isDeepStrictEqual(reported, { profileId, session, total })) return;
    reported = { profileId, session, total };
    events.emit({ kind: 'calls.changed', calls });
  };

  const knowledge = createServiceKnowledge({
    dataDir: folder.path,
    version: ports.version,
    fetch: ports.fetch,
    worker: ports.descriptionWorker ?? null,
    limits: ports.descriptionLimits ?? defaultLimits,
    changed: (reply) => events.emit({ kind: 'description.changed', ...reply }),
    report: ports.report,
  });
  const atStart = service.profile();
  if (atStart !== null) (await knowledge.prepare(atStart))();
  /** Dependencies that most parts share: current values, and ports of the host. */
  const { report, version, showInFolder, attended = true } = ports;
  const chooseSaveTarget = checkedTarget(ports.chooseSaveTarget);
  const saveAs = createSaveAs({ chooseSaveTarget, dataFolder: folder.path, report });
  const given = {
    dataFolder: folder.path,
    report,
    version,
    chooseSaveTarget,
    profile: (): Profile | null => service.profile(),
    profileId: (): string | null => service.profile()?.id ?? null,
    catalogue: (): Catalogue => knowledge.catalogue(),
    lookUp: (endpointId: string): KnownEndpoint | null => knowledge.lookUp(endpointId),
    ceilings: (): Ceilings => settings.get().preferences.ceilings,
    timeoutMs: (): number => settings.get().preferences.timeoutSeconds * 1000,
  };
  const columnStore = new ColumnStore({
    startWorker: ports.startColumnsWorker,
    dataFolder: folder.path,
  });
  const columns = createLiveColumns(columnStore, ports.report);
  const turns = createTurns();
  const closing = new AbortController();
  const grace = ports.graceMs ?? { stop: 5000, quit: 1000 };
  const graceMs = (): number => (closing.signal.aborted ? grace.quit : grace.stop);
  const lists = createLists({
    ...given,
    answered: (query, keys) => answeredInputs(query, keys, { store, ...given }),
  });
  const engine = createRunEngine({
    newList: (...asked) => lists.take(...asked),
    turns,
    store,
    columns,
    codes,
    ledger,
    credentials: service.credentials,
    fetch: ports.fetch,
    ...given,
    pollEveryMs: ports.pollEveryMs ?? defaultPollEveryMs,
    graceMs,
    answerLimits: ports.answerLimits ?? defaultAnswerLimits,
    retryDelaysMs: () =>
      (ports.retryDelaysMs ?? defaultRetryDelaysMs).slice(0, settings.get().preferences.retries),
    changed(run) {
      if ('problem' in run.state) failures.note(run.state.problem);
      events.emit({ kind: 'run.changed', run });
      reportCalls(run.profileId);
    },
  });
  const views = createViews(columnStore);
  const recipeRuns = createRecipeRuns({
    engine,
    lists,
    views,
    store,
    ledger,
    ...given,
    saveStep: (...asked) => saving.save(...asked),
    changed: (run) => events.emit({ kind: 'recipe.changed', run }),
  });
  const saving = createStepSaving({
    marks,
    ...given,
    saveInto: (...asked) => exports.saveInto(...asked),
  });
  const pseudonymSecrets = createPseudonymSecrets(ports.secrets, project.id());
  const nameOf = async ({ stored, endpoint, query, list }: LiveRun): Promise<string> =>
    (await store.meta(stored.id)).name ?? listTitle(endpoint, query, list?.inputs.list.count);
  const creator = (): string => project.details().creators[0]?.name ?? '';
  const ownColumns = createCodes({
    codes,
    live: (runId) => engine.live(runId),
    views,
    creator,
    changed: (resource) => void engine.noted(resource).catch(report),
  });
  const derived = createDerivedRuns({
    store,
    engine,
    nameOf,
    files: createOpenFiles({
      ...given,
      columns: columnStore,
      openRecipe: (text) => openRecipe(text, given),
      takeGivenFile: ports.takeGivenFile,
    }),
    columns: columnStore,
    takeBack: ownColumns.takeBack,
    progress: (runId, share) => events.emit({ kind: 'open.progress', runId, share }),
    ...given,
  });
  const repeats = createRepeats({
    runs: recipeRuns,
    engine,
    ledger,
    marks,
    saving,
    ...given,
    countNew: (runIds) => derived.countNew(runIds),
    startedAt,
    attended,
    closing: closing.signal,
    changed: (repeat) => events.emit({ kind: 'repeat.changed', repeat }),
  });
  const media = createMedia({
    live: (runId) => engine.live(runId),
    columnStore,
    preferences: () => settings.get().preferences,
    ports,
    ...given,
  });
  const exports = createExports({
    live: (runId) => engine.live(runId),
    views,
    columnStore,
    nameOf,
    replacerOf: ({ privacy }, runs, people) =>
      createReplacer(privacy, runs, () => pseudonymSecrets.get(), people),
    recipeRun: (id) => runWithInputs(id, { runs: recipeRuns, engine }),
    callsOf: (runId) => ledger.callsOfRun(runId),
    ...given,
    showInFolder,
    project: () => project.details(),
    fetchMedia: (...asked) => media.fetch(...asked),
    changed: (one) => events.emit({ kind: 'export.changed', export: one }),
  });
  // The sample service's description repeats the catalogue, so it is fetched only on request.
  const lookAtDescription = (): void => {
    if (!attended || ports.descriptionWorker === undefined) return;
    if (service.profile()?.id === sampleProfileId) return;
    if (knowledge.isUnasked()) void knowledge.ask();
  };
  const history = createHistory({ store, ledger, engine, media, removals });
  const { snapshot, handlers: appHandlers } = createAppHandlers({
    ports,
    project,
    settings,
    workspaces,
    ledger,
    codes,
    failures,
    service,
    knowledge,
    lookAtDescription,
    shown: () => {
      if (attended) engine.resumeOperations().catch(report);
    },
    serviceChosen(profileId) {
      events.emit({ kind: 'service.chosen', profileId });
      repeats.look();
    },
    dataFolder: folder.path,
  });
  const support = createSupportBundle({
    snapshot,
    history,
    ledger,
    failures,
    secrets: () => service.credentials.knownValues(),
  });
  const recipes = createRecipeFolder([folder.path, 'recipes'], stepRecipeSchema);
  const answers = createAnswers(folder.path);
  const makers: FileMakers = {
    page: async ({ runId, page }) => serviceFile(await engine.live(runId), page),
    picture: async (file) => pictureFile(await engine.live(file.runId), file),
    context: async ({ runId, ...asked }) => contextFile(await engine.live(runId), views, asked),
    inputs: async ({ runId }) => listFile(await engine.live(runId)),
    recipe: ({ id }) => recipeFile(recipes, id),
    request: ({ requestId }) => answerFile(answers, requestId),
    secret: () => secretFile(pseudonymSecrets),
    calls: () => callsFile({ ledger, service }),
    corrections: async () => knowledge.correctionsFile(),
    support: async ({ id }) => support.file(id),
    ...codesFiles({ codes, creator }),
  };
  const handlers: Handlers = {
    ...appHandlers,
    'preferences.save': async (change) => {
      const preferences = await appHandlers['preferences.save'](change);
      // What is on its way isn't allowed any more.
      if (!preferences.loadsMedia) await media.release(null);
      return preferences;
    },
    ...knowledge.handlers,
    ...createAccountHandlers({ ports, settings, service, snapshot }),
    ...createRunHandlers({ engine, views }),
    ...createListHandlers({ lists, engine, views, ...given }),
    ...createRecipeHandlers({ engine, ...given, folder: recipes, runs: recipeRuns, saving }),
    ...repeats.handlers,
    ...derived.handlers,
    ...ownColumns.handlers,
    ...media.handlers,
    ...exports.handlers,
    'file.save': createFileSaver(makers, saveAs),
    'recipe.open': async ({ text }) => openRecipe(text, given),
    'pseudonyms.status': () => pseudonymSecrets.status(),
    'pseudonyms.useSecret': ({ secret, replace }) => pseudonymSecrets.use(secret, replace),
    ...createHistoryHandlers(history, ledger, given.profileId),
    ...createRequestHandlers({
      ...given,
      fetch: ports.fetch,
      credentials: service.credentials,
      ledger,
      answers,
      turns,
      closing: closing.signal,
      graceMs,
      counted: reportCalls,
      note: (problem) => failures.note(problem),
    }),
    ...ports.projects.handlers,
    'support.preview': ({ withQuestions }) => support.preview(withQuestions),
  };

  lookAtDescription();
  return {
    folder: folder.path,
    settings,
    service: () => service.choice(),
    project,
    call: createCall(handlers, { report, failed: (problem) => failures.note(problem) }),
    media: (...asked) => media.answer(...asked),
    subscribe: (listener) => events.subscribe(listener),
    close: () =>
      closeInTurn([
        () => closing.abort(),
        () => knowledge.close(),
        () => recipeRuns.close(),
        () => repeats.close(),
        () => exports.close(),
        () => media.release(null),
        () => derived.close(),
        () => engine.close(),
        () => columns.close(),
        () => store.close(),
        () => ledger.close(),
        () => failures.settle(),
        () => folder.close(),
      ]),
  };
}
