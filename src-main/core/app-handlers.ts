/** Methods of the program as a whole: a window's first snapshot, tabs, settings, the service in use. */
import type { Failures } from './support/failures.ts';
import type { SaveTurn, Snapshot } from '#shared/contract/snapshot.ts';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import { isTimeZone } from '#shared/time-zone.ts';
import type { CodesStore } from './store/own-values.ts';
import type { ServiceKnowledge } from './description/service-knowledge.ts';
import { presets } from './export/formats/index.ts';
import type { Handlers } from './dispatch.ts';
import { refused } from './problem-error.ts';
import type { ProjectFile } from './project/project.ts';
import type { FolderPorts } from './project/projects.ts';
import type { ServiceInUse } from './service-in-use.ts';
import { normaliseAddress, openableLink } from './settings/addresses.ts';
import type { SettingsFile } from './settings/settings.ts';
import type { Workspaces } from './settings/workspaces.ts';
import type { Ledger } from './store/ledger.ts';

type AppMethod =
  | 'app.snapshot'
  | 'app.zone'
  | 'background.save'
  | 'workspace.save'
  | 'preferences.save'
  | 'service.choose'
  | 'project.details'
  | 'project.save'
  | 'link.open';

/** How the sources' command is called. PowerShell's own `npm` would swallow the dashes. */
export const sourcesCommand: Snapshot['command'] =
  process.platform === 'win32'
    ? { call: 'npm.cmd run -s collect --', shell: 'powershell' }
    : { call: 'npm run -s collect --', shell: 'sh' };

/** @returns the handlers, and `snapshot`, the reply of other handlers that changed something in it. */
export function createAppHandlers({
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
  shown,
  serviceChosen,
  dataFolder,
}: {
  ports: FolderPorts;
  project: ProjectFile;
  settings: SettingsFile;
  workspaces: Workspaces;
  ledger: Ledger;
  codes: Pick<CodesStore, 'notices'>;
  failures: Failures;
  service: ServiceInUse;
  knowledge: ServiceKnowledge;
  /** Fetches the description of a service that was never asked for one at its address; not awaited. */
  lookAtDescription: () => void;
  /** A window is about to show what there is; not awaited. */
  shown: () => void;
  /** Tells all windows. */
  serviceChosen: (profileId: string) => void;
  dataFolder: string;
}): { handlers: Pick<Handlers, AppMethod>; snapshot: () => Promise<Snapshot> } {
  const { credentials } = service;

  async function snapshot(after?: SaveTurn): Promise<Snapshot> {
    const profile = service.profile();
    const known = profile === null ? [] : await credentials.list(profile.id);
    const { workspace, notices } =
      profile === null
        ? { workspace: emptyWorkspace, notices: [] }
        : await workspaces.get(profile.id, after);
    shown();
    return {
      version: ports.version,
      command: ports.command ?? sourcesCommand,
      background: ports.background?.get() ?? null,
      catalogue: knowledge.catalogue(),
      catalogueRevision: knowledge.revision(),
      presets,
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
      notices: [
        ...(profile === null ? [] : credentials.notices(profile.id)),
        ...ports.notices,
        ...settings.notices,
        ...knowledge.notices(),
        ...failures.notices,
        ...notices,
        ...ledger.notices,
        ...codes.notices,
      ],
      dataFolder,
      project: {
        opening: ports.opening,
        title: project.details().title,
        hasOthers: ports.projects.hasOthers(),
      },
    };
  }

  const handlers: Pick<Handlers, AppMethod> = {
    'app.snapshot': ({ after }) => snapshot(after),
    'app.zone': async ({ names }) => ({ name: names.find(isTimeZone) ?? null }),

    'workspace.save': async ({ profileId, opening = ports.opening, ...save }) => {
      // The window still shows another project and is about to reload.
      if (opening !== ports.opening) return {};
      await workspaces.save(profileId, save);
      return {};
    },

    'preferences.save': async (change) => {
      const preferences = await settings.changePreferences(change);
      ports.preferencesInUse?.(preferences);
      return preferences;
    },

    'background.save': async (wanted) => {
      const { background } = ports;
      if (background === undefined) throw refused('This can be chosen in the desktop program.');
      background.set(wanted);
      return background.get();
    },

    'service.choose': async (chosen) => {
      await service.choose(
        chosen.kind === 'sample'
          ? chosen
          : { kind: 'address', address: normaliseAddress(chosen.address) },
        (profile) => knowledge.prepare(profile),
      );
      const profile = service.profile();
      if (profile !== null) serviceChosen(profile.id);
      lookAtDescription();
      await ports.projects.recordChange();
      return snapshot();
    },

    'project.details': async () => ({ details: project.details(), notices: [...project.notices] }),
    'project.save': async (details) => {
      await project.save(details);
      await ports.projects.recordChange();
      return project.details();
    },

    'link.open': async ({ url }) => {
      const link = openableLink(url);
      if (link === null || ports.openLink === null) {
        throw refused(
          'Only links that begin with https can be opened from here.',
          'If you trust the site, copy the address and paste it into your browser.',
        );
      }
      await ports.openLink(link);
      return {};
    },
  };
  return { handlers, snapshot: () => snapshot() };
}
