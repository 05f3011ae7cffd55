/** Faults in projects: what is opened, what is copied, and what one may know of another. */
import { faultsOf } from '../fault.mjs';

const inProjects = 'contract/projects.test.ts';
const projects = faultsOf('src-main/core/project/projects.ts', inProjects);
const folders = faultsOf('src-main/core/project/folders.ts', inProjects);
const copies = faultsOf('src-main/core/project/copy-project.ts', inProjects);
const details = faultsOf('src-main/core/project/project.ts', 'unit/project/project.test.ts');
const window = faultsOf(
  'src-renderer/features/projects/ProjectsDialog.tsx',
  'unit/renderer/projects/projects.test.tsx',
);
const boot = faultsOf('src-renderer/state/boot.ts', 'unit/renderer/projects/projects.test.tsx');

export const projectFaults = [
  projects(
    '[22] a folder from elsewhere is opened whatever address the person agreed to',
    'asksFor !== null && asksFor !== agreed',
    'asksFor !== null && agreed === undefined',
  ),
  projects(
    'limits and pictures of a folder from elsewhere count',
    'await (await openSettings(folder)).change({ preferences });',
    '',
  ),
  projects('what runs is stopped unasked', '(stopped !== null && !isAgreed)) {', 'false) {'),
  projects(
    'a copy that was killed stays for ever',
    'if (partName.test(basename(part))) await rm',
    'if (!partName.test(basename(part))) await rm',
  ),
  folders(
    'a folder with links to other files is opened',
    'if (entry.isFile() || entry.isDirectory() || entry.isSocket()) continue;',
    'if (entry !== null) continue;',
  ),
  folders(
    'a folder of a newer version is opened',
    'if (openProjectFile(folder).isNewer)',
    'if (names.length === 0)',
  ),
  folders(
    'columns of a folder from elsewhere are trusted',
    "join(runs, name, 'derived')",
    "join(runs, name, 'tmp')",
  ),
  copies(
    'a copy has its name before it is whole',
    'await rename(part, to);',
    'await rename(to, part);',
  ),
  copies(
    'a copy has links in it',
    'if (entry.isFile()) await take(path);',
    'if (!entry.isDirectory()) await take(path);',
  ),
  details(
    'what a newer version knows of a project is lost',
    '{ ...content, v: version',
    '{ v: version',
  ),
  faultsOf('src-shared/contract/project.ts', 'unit/project/project.test.ts')(
    'an ORCID iD with a wrong digit is taken',
    'characters.endsWith(check',
    "characters.includes('' + check",
  ),
  faultsOf('src-main/core/create-core.ts', inProjects)(
    'all projects have one secret for pseudonyms',
    'createPseudonymSecrets(ports.secrets, project.id())',
    'createPseudonymSecrets(ports.secrets)',
  ),
  faultsOf('src-main/core/app-handlers.ts', inProjects)(
    'tabs of another project are saved into this one',
    'if (opening !== ports.opening) return {};',
    '',
  ),
  window(
    'the address that was agreed to is left out',
    '...(service === null ? {} : { address: service.address }),',
    '',
  ),
  boot(
    'a window that missed the change draws one project’s tabs into another',
    'result.value.project.opening !== useApp.getState().snapshot?.project.opening',
    'result.value.project.opening === undefined',
  ),
];
