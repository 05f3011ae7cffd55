/** Wires the core: what is built from what, and which handler answers which method. */
import { catalogue } from '#shared/catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import type { AppEvent } from '#shared/contract/methods.ts';
import type { CallCounts, Profile } from '#shared/contract/snapshot.ts';
import type { Core, CorePorts, SampleService } from './core.ts';
import { createCredentials, sampleProfileId } from './credentials/credentials.ts';
import { dispatch } from './dispatch.ts';
import { createHandlers } from './handlers.ts';
import { createRunEngine } from './runs/engine.ts';
import { usualRetryDelaysMs } from './runs/fetch-page.ts';
import { normaliseAddress, profileOf } from './settings/profile.ts';
import { openSettings } from './settings/settings.ts';
import { openWorkspaces } from './settings/workspaces.ts';
import { openDataFolder } from './store/data-folder.ts';
import { openLedger } from './store/ledger.ts';
import { createRunStore } from './store/run-store.ts';

/**
 * Opens the data folder and everything in it.
 *
 * @throws StoreError `in_use` when another process has the folder, `storage_failed` when it
 *   can't be used; ProblemError when the address given at start is not allowed.
 */
export async function createCore(ports: CorePorts): Promise<Core> {
  const startAddress =
    ports.start.serviceAddress === null ? null : normaliseAddress(ports.start.serviceAddress);
  const folder = await openDataFolder(ports.dataDir);
  try {
    const settings = await openSettings(folder.path);
    const workspaces = await openWorkspaces(folder.path);
    const ledger = await openLedger(folder.path);
    const store = createRunStore(folder.path);

    let sample: Promise<SampleService> | null = null;
    const sampleService = (): Promise<SampleService> => {
      sample ??= ports.sampleService().catch((error: unknown) => {
        sample = null;
        throw error;
      });
      return sample;
    };
    const sampleProfile = async (): Promise<Profile> => ({
      id: sampleProfileId,
      label: 'Sample service',
      address: (await sampleService()).address,
    });

    const inForce = startAddress ?? chosenAddress(settings.get().service);
    const credentials = createCredentials({
      secrets: ports.secrets,
      environment:
        ports.start.accessKey === null || inForce === null || ports.start.sample
          ? null
          : { value: ports.start.accessKey, profileId: profileOf(inForce).id },
      sampleKey: async () => (await sampleService()).accessKey,
    });

    let profile = await profileAtStart();
    async function profileAtStart(): Promise<Profile | null> {
      if (ports.start.sample) return sampleProfile();
      const chosen = settings.get().service;
      if (startAddress !== null) {
        // A first start without a key goes through Welcome, which fills in the address.
        const given = profileOf(startAddress);
        const key = await credentials.resolve(given.id);
        return chosen === null && key === null ? null : given;
      }
      if (chosen === null) return null;
      return chosen.kind === 'sample' ? sampleProfile() : profileOf(chosen.address);
    }

    const listeners = new Set<(event: AppEvent) => void>();
    const emit = (event: AppEvent): void => {
      for (const listener of listeners) listener(event);
    };
    let toldCalls: CallCounts = { session: 0, total: 0 };
    const tellCalls = (profileId: string): void => {
      const calls = ledger.calls(profileId);
      if (calls.session === toldCalls.session && calls.total === toldCalls.total) return;
      toldCalls = calls;
      emit({ kind: 'calls.changed', calls });
    };
    const endpoints = new Map(catalogue.endpoints.map((endpoint) => [endpoint.id, endpoint]));
    const resources = new Map(catalogue.resources.map((resource) => [resource.id, resource]));

    const engine = createRunEngine({
      store,
      ledger,
      credentials,
      fetch: ports.fetch,
      profile: () => profile,
      lookUp(endpointId) {
        const endpoint = endpoints.get(endpointId);
        if (endpoint === undefined || !isDataEndpoint(endpoint)) return null;
        const resource = resources.get(endpoint.resource);
        return resource === undefined ? null : { endpoint, resource };
      },
      version: ports.version,
      timeoutMs: () => settings.get().timeoutSeconds * 1000,
      retryDelaysMs: ports.retryDelaysMs ?? usualRetryDelaysMs,
      changed(run) {
        emit({ kind: 'run.changed', run });
        if (run.profileId === profile?.id) tellCalls(run.profileId);
      },
    });

    const handlers = createHandlers({
      ports,
      settings,
      workspaces,
      ledger,
      credentials,
      engine,
      catalogue,
      dataFolder: folder.path,
      suggestedAddress: startAddress,
      profile: () => profile,
      async choose(service) {
        profile = service.kind === 'sample' ? await sampleProfile() : profileOf(service.address);
        await settings.change({ service });
      },
    });

    return {
      call: (method, input) => dispatch(handlers, method, input, ports.report),
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      async close() {
        await engine.close();
        await store.close();
        await ledger.close();
        await folder.close();
      },
    };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

function chosenAddress(
  service: { kind: 'sample' } | { kind: 'address'; address: string } | null,
): string | null {
  return service?.kind === 'address' ? service.address : null;
}
