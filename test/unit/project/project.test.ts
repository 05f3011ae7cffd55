/** A project's details over restarts: what can't be read is said, and never written over. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openProjectFile } from '#main/core/project/project.ts';
import { openKnownProjects } from '#main/core/project/project-list.ts';
import { noDetails, projectDetailsSchema, readOrcid } from '#shared/contract/project.ts';
import type { ProjectDetails } from '#shared/contract/project.ts';
import { testFolder } from '#test/support/store/runs.ts';

const details: ProjectDetails = {
  title: 'Flood study',
  creators: [{ name: 'Ada Lovelace', orcid: '0000-0002-1825-0097' }, { name: 'Research group' }],
  licence: 'CC-BY-4.0',
  note: 'Second wave.\nAfter the levee.',
};

let dataDir: string;
let path: string;
beforeEach(() => {
  dataDir = testFolder();
  path = join(dataDir, 'project.json');
});

it('details are there again after a restart, beside what only a newer version knows', async () => {
  expect(openProjectFile(dataDir)).toMatchObject({ notices: [], isNewer: false });
  expect(openProjectFile(dataDir).details()).toEqual(noDetails);
  await writeFile(path, JSON.stringify({ funder: 'A council', id: 'f'.repeat(32) }));
  await openProjectFile(dataDir).save(details);
  const again = openProjectFile(dataDir);
  expect(again.details()).toEqual(details);
  expect([again.id(), again.notices]).toEqual(['f'.repeat(32), []]);
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ v: 1, funder: 'A council' });
});

it.each([
  ['{"title":', noDetails],
  [JSON.stringify([details]), noDetails],
  [JSON.stringify({ ...details, licence: 'mine' }), { ...details, licence: null }],
  [
    JSON.stringify({ ...details, creators: [{ name: 'A', orcid: '1' }] }),
    { ...details, creators: [] },
  ],
])('what is damaged is empty, and said: %s', async (text, read) => {
  await writeFile(path, text);
  const project = openProjectFile(dataDir);
  expect(project.details()).toEqual(read);
  expect(project.notices).toMatchObject([{ code: 'project_damaged' }]);
});

it('what can’t be read is said and left alone', async () => {
  await mkdir(path);
  const project = openProjectFile(dataDir);
  expect(project.notices).toMatchObject([{ code: 'project_refused' }]);
  await expect(project.save(details)).rejects.toMatchObject({ code: 'storage_failed' });
});

it('a folder of a newer version is told apart, and an id that no version made counts as none', async () => {
  await writeFile(path, JSON.stringify({ ...details, v: 2, id: '../keys' }));
  expect(openProjectFile(dataDir)).toMatchObject({ isNewer: true });
  expect(openProjectFile(dataDir).id()).toBe(null);
});

it('an ORCID iD is read as typed or pasted, and its check digit holds', () => {
  // Both examples are ORCID's own.
  const [fictional, withX] = ['0000-0002-1825-0097', '0000-0002-1694-233X'];
  for (const text of [fictional, `https://orcid.org/${fictional}`, ` 0000000218250097 `]) {
    expect(readOrcid(text)).toBe(fictional);
  }
  expect(readOrcid(withX.toLowerCase())).toBe(withX);
  const elsewhere = `https://evil.test/${fictional}`;
  for (const text of ['', '0000-0002-1825-0098', '0000-0002-1825-009', elsewhere]) {
    expect(readOrcid(text)).toBe(null);
  }
  const creators = [{ name: ' A ', orcid: withX.toLowerCase() }];
  expect(projectDetailsSchema.parse({ ...details, creators }).creators).toEqual([
    { name: 'A', orcid: withX },
  ]);
});

it('with as many known projects as are kept, a copy replaces the one opened longest ago', async () => {
  const known = openKnownProjects(dataDir);
  const folder = (name: string) => ({ path: `/${name}`, title: name, address: null });
  for (let n = 0; n < 50; n++) await known.recordOpened(folder(`${n}`));
  await known.recordCreated(folder('copy'));
  await known.recordOpened(folder('50'));
  expect(known.list()).toHaveLength(50);
  const titles = openKnownProjects(dataDir)
    .list()
    .map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['50', '49', 'copy', '2']));
});
