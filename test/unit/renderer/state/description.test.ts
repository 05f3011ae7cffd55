/** What main tells of a service crosses on its way: the later word counts. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import type { Catalogue } from '#shared/catalogue/types.ts';
import type { ServiceProfileReply } from '#shared/contract/description.ts';
import { useApp } from '#renderer/state/app.ts';
import { adoptSnapshot, takeFirstSnapshot } from '#renderer/state/boot.ts';
import { readServiceProfile, takeServiceProfile } from '#renderer/state/description.ts';
import { answer, ok, resetHost } from '../fake-host.ts';
import { makeSnapshot } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const described: Catalogue = { ...catalogue, endpoints: catalogue.endpoints.slice(0, 3) };

/** Of a service of its own for each test: what was told of one is kept. */
let profileId = '';
let tests = 0;
const told = (revision: number, of: Catalogue): ServiceProfileReply => ({
  serviceProfile: {
    profileId,
    state: { kind: 'neverAsked' },
    description: null,
    assumptions: [],
    differences: [],
    discovered: [],
    corrections: 0,
  },
  catalogue: of,
  revision,
});
const snapshot = (catalogueRevision: number) =>
  makeSnapshot({
    profile: { id: profileId, label: profileId, address: profileId },
    catalogueRevision,
  });
const inForce = (): number | undefined => useApp.getState().snapshot?.catalogue.endpoints.length;

beforeEach(() => {
  resetHost();
  tests += 1;
  profileId = `https://service-${tests}.test`;
  useApp.setState({ ...useApp.getInitialState(), snapshot: snapshot(1) });
});

describe('what is known of a service', () => {
  it('is not taken back by a reply that was made before', async () => {
    takeServiceProfile(told(3, described));
    answer('description.get', () => ok(told(2, catalogue)));
    await readServiceProfile();
    expect(inForce()).toBe(3);
    answer('description.get', () => ok(told(4, catalogue)));
    await readServiceProfile();
    expect(inForce()).toBe(catalogue.endpoints.length);
  });

  it('is not taken back by a snapshot that was made before', () => {
    takeServiceProfile(told(3, described));
    adoptSnapshot(snapshot(2));
    expect(inForce()).toBe(3);
    adoptSnapshot(snapshot(4));
    expect(inForce()).toBe(catalogue.endpoints.length);
  });

  it('is in force from the start when it was told before the first snapshot came', async () => {
    useApp.setState({ snapshot: null });
    takeServiceProfile(told(3, described));
    answer('app.snapshot', () => ok(snapshot(2)));
    await takeFirstSnapshot();
    expect(inForce()).toBe(3);
  });

  it('leaves every form as it is drawn when nothing changed', () => {
    const before = useApp.getState().snapshot?.catalogue;
    takeServiceProfile(told(3, structuredClone(catalogue)));
    expect(useApp.getState().snapshot?.catalogue).toBe(before);
  });
});
