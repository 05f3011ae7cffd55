/**
 * `ro-crate-metadata.json`: the contents of a folder or an archive, who created it and how, and its
 * licence, for repositories. RO-Crate 1.2 with the profile for runs of a program, Process Run Crate 0.5:
 * each run is an action with a recipe, a program and files with their checksums.
 */
import type { WrittenFile } from '#shared/contract/export/export.ts';
import { licences } from '#shared/contract/project.ts';
import type { ProjectDetails } from '#shared/contract/project.ts';
import { asManifests, tablesOf } from './methods/provenance.ts';
import type { MethodsSheet } from './methods/provenance.ts';

export const crateName = 'ro-crate-metadata.json';

interface CrateFile extends WrittenFile {
  /** A short description. */
  about: string;
}

type CrateRun = ReturnType<typeof asManifests>[number] & {
  /** File names: the recipes, and the resulting files. */
  recipes: readonly string[];
  results: readonly string[];
};

export interface CrateContent {
  project: ProjectDetails;
  /** Its name if the project has no title. */
  name: string;
  savedAt: string;
  files: readonly CrateFile[];
  runs: readonly CrateRun[];
}

const specification = 'https://w3id.org/ro/crate/1.2';
const profile = 'https://w3id.org/ro/wfrun/process/0.5';

/** Returns the whole document as JSON. File names are relative to it, with `/`. */
export function asCrate({ project, name, savedAt, files, runs }: CrateContent): string {
  const names = new Map<string, string[]>();
  for (const [at, { name: creatorName, orcid }] of project.creators.entries()) {
    const id = orcid === undefined ? `#creator-${at + 1}` : `https://orcid.org/${orcid}`;
    names.set(id, [...new Set(names.get(id)).add(creatorName)]);
  }
  // One ORCID iD is one person, by whatever names.
  const creators = [...names].map(([id, [first, ...others]]) => ({
    '@id': id,
    '@type': 'Person',
    name: others.length === 0 ? first : [first, ...others],
  }));
  const licence = licences.find(({ id }) => id === project.licence);
  const programs = new Map(runs.map(({ application }) => [programId(application), application]));
  const graph = [
    {
      '@id': crateName,
      '@type': 'CreativeWork',
      about: { '@id': './' },
      conformsTo: { '@id': specification },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name: project.title || name,
      description: project.note || `${name}, collected with Social Data Explorer.`,
      datePublished: savedAt,
      license:
        licence?.url == null ? withoutLicence[project.licence ?? 'none'] : { '@id': licence.url },
      conformsTo: { '@id': profile },
      creator: creators.map(toId),
      hasPart: oncePerId(files.map((file) => ({ '@id': fileId(file.name) }))),
      mentions: oncePerId(runs.map(({ run }) => ({ '@id': runAddress(run) }))),
    },
    { '@id': profile, '@type': 'CreativeWork', name: 'Process Run Crate', version: '0.5' },
    ...(licence?.url == null
      ? []
      : [{ '@id': licence.url, '@type': 'CreativeWork', name: licence.name }]),
    ...creators,
    ...[...programs].map(([id, program]) => ({
      '@id': id,
      '@type': 'SoftwareApplication',
      name: program.name,
      softwareVersion: program.version,
    })),
    ...files.map((file) => ({
      '@id': fileId(file.name),
      '@type': 'File',
      name: file.about,
      contentSize: String(file.bytes),
      encodingFormat: encodingOf(file.name),
      sha256: file.sha256,
    })),
    ...runs.map(({ run, question, collectedFrom, collectedUntil, application, ...of }) => ({
      '@id': runAddress(run),
      '@type': 'CreateAction',
      name: question,
      startTime: collectedFrom,
      endTime: collectedUntil,
      instrument: { '@id': programId(application) },
      object: oncePerId(of.recipes.map((one) => ({ '@id': fileId(one) }))),
      result: oncePerId(of.results.map((one) => ({ '@id': fileId(one) }))),
    })),
  ];
  const document = { '@context': `${specification}/context`, '@graph': oncePerId(graph) };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** For an archive of one save: its files, with the methods sheet that describes how they were made. */
export function archiveCrate(
  sheet: MethodsSheet,
  files: readonly WrittenFile[],
  project: ProjectDetails,
): string {
  const names = files.map(({ name }) => name);
  const recipes = names.filter((name) => name.endsWith('.methods.json'));
  const results = tablesOf(sheet).flatMap(({ runs, file, inputsFile, network }) => {
    const own = [file, inputsFile, network?.nodesFile].flatMap((one) => one?.name ?? []);
    return runs.map(() => own);
  });
  return asCrate({
    project,
    name: sheet.recipe?.name ?? sheet.runs.map(({ title }) => title).join(', '),
    savedAt: sheet.writtenAt,
    files: files.map((file) => ({ ...file, about: file.name })),
    runs: asManifests(sheet).map((run, at) =>
      Object.assign(run, { recipes, results: results[at] ?? [] }),
    ),
  });
}

/**
 * Returns the first entity of each id. Records of a dataset may be from other programs, and two names may
 * be one address.
 */
const oncePerId = <T extends { '@id': string }>(entities: readonly T[]): T[] => {
  const seen = new Set<string>();
  return entities.filter(({ '@id': id }) => !seen.has(id) && seen.add(id));
};

const toId = ({ '@id': id }: { '@id': string }): { '@id': string } => ({ '@id': id });

/** For readers of the metadata, not for the person: no licence was chosen, or none is granted. */
const withoutLicence: Record<string, string> = {
  none: 'No licence has been chosen.',
  restricted: 'All rights reserved: ask the creators before you use it.',
};

const runAddress = (id: string): string => `#run-${id}`;

const programId = ({ version }: CrateRun['application']): string =>
  `#social-data-explorer-${encodeURIComponent(version)}`;

/** A path as a URL: a name may contain any character. */
const fileId = (name: string): string =>
  name.toWellFormed().split('/').map(encodeURIComponent).join('/').replaceAll('%3D', '=');

const encodings: readonly (readonly [ending: string, encoding: string])[] = [
  ['.parquet', 'application/vnd.apache.parquet'],
  ['.jsonl', 'application/jsonl'],
  ['.json', 'application/json'],
  ['.csv', 'text/csv'],
  ['.md', 'text/markdown'],
  // GEXF has no media type of its own.
  ['.gexf', 'application/xml'],
  ['.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
];

const encodingOf = (name: string): string =>
  encodings.find(([ending]) => name.endsWith(ending))?.[1] ?? 'application/octet-stream';
