/** Access to the project dialogs: from Settings, the sidebar, the menu and the palette. */
import { Copy, FilePenLine, FolderOpen, FolderPlus } from 'lucide-react';
import { useCommands } from '#renderer/components/commands/commands.ts';
import { useMenuCommand, useSnapshot } from '#renderer/state/app.ts';
import { type ProjectDialog, showProjectDialog } from '#renderer/state/projects.ts';
import { ProjectDetailsDialog } from './ProjectDetailsDialog.tsx';
import { ProjectsDialog } from './ProjectsDialog.tsx';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { Card, CardRow, Section } from '#renderer/components/page/Page.tsx';
import { projectName } from './ProjectsList.tsx';

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

export function ProjectSection() {
  const title = useSnapshot(({ project }) => project.title);
  return (
    <Section title="Project">
      <Card>
        <CardRow
          title={projectName(title)}
          detail="Title, creators and licence: written into the metadata of your exports."
          actions={
            <SmallButton onClick={() => showProjectDialog('details')}>Project details…</SmallButton>
          }
        />
        <CardRow
          title="Several projects"
          detail="Each has its own runs, tabs, settings and count of calls. Your keys work in all of them."
          actions={
            <>
              <SmallButton onClick={() => showProjectDialog('copy')}>Save a copy…</SmallButton>
              <SmallButton onClick={() => showProjectDialog('list')}>Projects…</SmallButton>
            </>
          }
        />
      </Card>
    </Section>
  );
}
