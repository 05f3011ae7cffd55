/** The project in Settings. */
import { SmallButton } from '../../components/buttons.tsx';
import { Card, CardRow, Section } from '../../components/page/Page.tsx';
import { useSnapshot } from '../../state/app.ts';
import { showProjectDialog } from '../../state/projects.ts';
import { projectName } from './project-words.ts';

export function ProjectSection() {
  const title = useSnapshot(({ project }) => project.title);
  return (
    <Section title="Project">
      <Card>
        <CardRow
          title={projectName(title)}
          detail="Title, creators and licence: written into the metadata of what you hand over."
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
