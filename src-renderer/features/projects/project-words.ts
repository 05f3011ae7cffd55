/** Projects in words. */
import type { KnownProject } from '#shared/contract/project.ts';
import { dayInWords } from '../../components/words.ts';

export const projectName = (title: string): string => (title === '' ? 'Untitled project' : title);

/** Under a project's name in the list: what tells it from others, and when it was open. */
export function projectDetail({ folder, openedAt, state }: KnownProject, now: Date): string {
  return `${folder} · ${whenWords(state, openedAt, now)}`;
}

function whenWords(state: KnownProject['state'], openedAt: string | null, now: Date): string {
  if (state === 'open') return 'open now';
  if (state === 'missing') return 'folder not found';
  if (state === 'newer') return 'made by a newer version of this program';
  return openedAt === null
    ? 'not opened here yet'
    : `last opened ${dayInWords(new Date(openedAt), now)}`;
}

export const copyTitle = (title: string): string =>
  title === '' ? 'Copy' : `${title.slice(0, 190)} (copy)`;
