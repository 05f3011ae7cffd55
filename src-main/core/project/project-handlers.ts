/** Methods about projects. */
import type { HandlersOf } from '../dispatch.ts';
import type { ProjectFile } from './project.ts';
import type { Projects } from './projects.ts';

export const createProjectHandlers = ({
  projects,
  project,
}: {
  projects: Projects;
  /** The open one. */
  project: ProjectFile;
}): HandlersOf<`project.${string}`> => ({
  'project.list': () => projects.list(),
  'project.create': (input) => projects.create(input),
  'project.open': (input) => projects.open(input),
  'project.copy': (input) => projects.copy(input),
  'project.forget': async (input) => {
    await projects.forget(input);
    return {};
  },
  'project.details': async () => ({ details: project.details(), notices: [...project.notices] }),
  'project.save': async (details) => {
    await project.save(details);
    await projects.recordChange();
    return project.details();
  },
});
