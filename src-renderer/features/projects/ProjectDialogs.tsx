/** The dialogs about projects, reached from Settings, the sidebar, the menu and the palette. */
import { Copy, FilePenLine, FolderOpen, FolderPlus } from 'lucide-react';
import { useCommands } from '../../components/commands/commands.ts';
import { useMenuCommand } from '../../state/app.ts';
import { type ProjectDialog, showProjectDialog } from '../../state/projects.ts';
import { ProjectDetailsDialog } from './ProjectDetailsDialog.tsx';
import { ProjectsDialog } from './ProjectsDialog.tsx';

const commands = [
  ['list', 'Projects…', 'open another project', FolderOpen],
  ['new', 'New project…', null, FolderPlus],
  ['copy', 'Save a copy of this project…', 'backup, share', Copy],
  ['details', 'Project details…', 'title, creators, licence, note', FilePenLine],
] as const satisfies readonly (readonly [ProjectDialog, ...unknown[]])[];

export function ProjectDialogs() {
  useMenuCommand('showProjects', () => showProjectDialog('list'));
  useCommands(() =>
    commands.map(([dialog, title, detail, icon]) => ({
      id: `project ${dialog}`,
      group: 'pages',
      title,
      detail,
      icon,
      act: () => showProjectDialog(dialog),
    })),
  );
  return (
    <>
      <ProjectsDialog />
      <ProjectDetailsDialog />
    </>
  );
}
