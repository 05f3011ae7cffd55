/** What main tells of a service crosses on its way: the later word counts. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import { takeFirstSnapshot } from '#renderer/state/boot.ts';
import { adoptSnapshot } from '#renderer/state/profile.ts';
import { forgetKept } from '#renderer/state/kept.ts';
import { readServiceProfile, takeServiceProfile } from '#renderer/state/description.ts';
import { catalogue } from '#main/catalogue/index.ts';
import type { ServiceProfileReply } from '#shared/contract/description.ts';
import { answer, ok } from '../fake-host.ts';
import { makeSnapshot } from '../make.ts';

const described = { ...catalogue, endpoints: catalogue.endpoints.slice(0, 3) };

/** A service of its own for each test: what was told of one is kept. */
let profile = { id: '', label: '', address: '' };
let tests = 0;
const told = (revision: number, of = catalogue) => {
  const reply = { serviceProfile: { profileId: profile.id }, catalogue: of, revision };
  return reply as ServiceProfileReply;
};
const snapshot = (catalogueRevision: number) => makeSnapshot({ profile, catalogueRevision });
const inForce = () => useApp.getState().snapshot?.catalogue;

beforeEach(() => {
  tests += 1;
  profile = { ...profile, id: `https://service-${tests}.test` };
  useApp.setState({ ...useApp.getInitialState(), snapshot: snapshot(1) });
});

const replyWith = (revision: number) => {
  answer('description.get', () => ok(told(revision)));
  return readServiceProfile();
};

it.each<[string, (revision: number) => unknown]>([
  ['a snapshot', (revision) => adoptSnapshot(snapshot(revision))],
  ['a reply', replyWith],
])('is not taken back by %s that was made before', async (_what, take) => {
  takeServiceProfile(told(3, described));
  await take(2);
  expect(inForce()).toBe(described);
  await take(4);
  expect(inForce()).toEqual(catalogue);
});

it('is in force from the start when it was told before the first snapshot came', async () => {
  useApp.setState({ snapshot: null });
  takeServiceProfile(told(3, described));
  answer('app.snapshot', () => ok(snapshot(2)));
  await takeFirstSnapshot();
  expect(inForce()).toBe(described);
});

// Other files have the sample, too.
afterEach(() => forgetKept('sample'));

it('leaves forms as drawn when nothing changed, or when it is of a service chosen before', () => {
  const before = inForce();
  takeServiceProfile(told(3, structuredClone(catalogue)));
  expect(inForce()).toBe(before);
  const { serviceProfile, ...rest } = told(4, described);
  takeServiceProfile({ ...rest, serviceProfile: { ...serviceProfile, profileId: 'sample' } });
  expect(inForce()).toBe(before);
});
