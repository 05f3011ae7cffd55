/**
 * The projects of this computer: which one is open, which can be opened, and other actions; also the
 * dialog's steps.
 */
import { Button, Group, Loader, Text, Stack } from '@mantine/core';
import { CircleCheck, Folder, FolderX } from 'lucide-react';
import { useState } from 'react';
import type { KnownProject } from '#shared/contract/project.ts';
import { QuietButton, RowButton } from '#renderer/components/buttons.tsx';
import { CopyButton } from '#renderer/components/copy.tsx';
import { DialogBody, DialogNote, type Outcome } from '#renderer/components/dialog/Dialog.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { RowList } from '#renderer/components/page/Page.tsx';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { act, call } from '#renderer/state/act.ts';
import { useAsked } from '#renderer/state/asked.ts';
import {
  openProject,
  projectName,
  type ProjectQuestion,
  type SavedCopy,
} from '#renderer/state/projects.ts';
import { dayInWords } from '#renderer/components/words.ts';

/** The step that the dialog shows. */
export type Step =
  | { kind: 'list' }
  | { kind: 'new'; stops: string | null }
  | { kind: 'copy' }
  | { kind: 'copied'; title: string; copy: SavedCopy }
  | { kind: 'ask'; question: ProjectQuestion };

export interface StepProps {
  onStep: (step: Step) => void;
}

/** Opens a project, or shows what must be decided first. */
export async function openOrAsk(id: string | null, onStep: StepProps['onStep']): Promise<Outcome> {
  const result = await openProject({ id });
  if (!result.ok) return result.error;
  if (result.value.kind === 'ask') onStep({ kind: 'ask', question: result.value });
  return undefined;
}

/** Returns the detail below a project's name: what distinguishes it, and when it was last open. */
const projectDetail = ({ folder, openedAt, state }: KnownProject, now: Date): string =>
  `${folder} · ${whenWords(state, openedAt, now)}`;

function whenWords(state: KnownProject['state'], openedAt: string | null, now: Date): string {
  if (state === 'open') return 'open now';
  if (state === 'missing') return 'folder not found';
  if (state === 'newer') return 'made by a newer version of this program';
  return openedAt === null
    ? 'not opened here yet'
    : `last opened ${dayInWords(new Date(openedAt), now)}`;
}

export function ProjectsList({ onStep }: StepProps) {
  const {
    value: list,
    problem,
    again,
  } = useAsked({
    key: ['projects'],
    ask: () => call('project.list', {}),
  });
  const opening = useAction();
  const openThis = (id: string | null): void =>
    opening.run(async () => (await openOrAsk(id, onStep)) ?? null);
  // Buttons below a list that is yet to come would move from under the pointer.
  const isReading = list === null && problem === null;
  return (
    <DialogBody>
      <DialogNote>
        Each project has its own runs, tabs, settings and count of calls: the daily limit applies to
        one project only. Your keys work in all of them.
      </DialogNote>
      {isReading && <Loader size="sm" aria-label="Reading the list" />}
      {list !== null && (
        <RowList mah={320} label="Projects">
          {list.projects.map((project) => (
            <ProjectRow
              key={project.id}
              project={project}
              busy={opening.busy}
              onOpen={() => openThis(project.id)}
              onForget={() => opening.run(() => act('project.forget', { id: project.id }), again)}
            />
          ))}
        </RowList>
      )}
      {list?.isCut === true && (
        <DialogNote>
          There are more projects than can be listed. Move folders that you no longer need out of{' '}
          <code>{list.folder}</code> to see the others.
        </DialogNote>
      )}
      {list !== null && !list.asksForFolder && (
        <Group gap={12} wrap="nowrap" justify="space-between">
          <DialogNote>
            To open a project from another computer, put its folder into <code>{list.folder}</code>{' '}
            and open this list again.
          </DialogNote>
          <CopyButton text={() => list.folder} variant="default">
            Copy path
          </CopyButton>
        </Group>
      )}
      <ActionProblem action={{ problem: opening.problem ?? problem }} />
      {!isReading && (
        <Group gap={8} justify="flex-end" mt={4}>
          <Button variant="default" mr="auto" onClick={() => onStep({ kind: 'copy' })}>
            Save a copy…
          </Button>
          {list?.asksForFolder === true && (
            <Button variant="default" disabled={opening.busy} onClick={() => openThis(null)}>
              Open another…
            </Button>
          )}
          <Button onClick={() => onStep({ kind: 'new', stops: null })}>New project…</Button>
        </Group>
      )}
    </DialogBody>
  );
}

interface ProjectRowProps {
  project: KnownProject;
  busy: boolean;
  onOpen: () => void;
  onForget: () => void;
}

function ProjectRow({ project, busy, onOpen, onForget }: ProjectRowProps) {
  const { state, title, isForgettable } = project;
  const [now] = useState(() => new Date());
  const Icon = state === 'open' ? CircleCheck : state === 'missing' ? FolderX : Folder;
  const name = projectName(title);
  const isOff = busy || state !== 'closed';
  return (
    <Group component="li" gap={4} wrap="nowrap">
      <RowButton
        flex={1}
        gap={12}
        mih={52}
        px={14}
        py={6}
        bdrs={0}
        c="var(--text-2)"
        disabled={isOff}
        aria-current={state === 'open' || undefined}
        onClick={onOpen}
      >
        <Icon style={{ color: state === 'open' ? 'var(--ok)' : undefined }} />
        <Stack component="span" gap={0} miw={0}>
          <Text
            span
            inherit
            truncate
            fw={500}
            c={isOff && state !== 'open' ? undefined : 'var(--text-1)'}
          >
            {name}
          </Text>
          <Text span inherit truncate fz={12}>
            {projectDetail(project, now)}
          </Text>
        </Stack>
      </RowButton>
      {isForgettable && state !== 'open' && (
        <QuietButton
          me={8}
          aria-label={`Remove ${name} from the list`}
          title="Its folder stays where it is."
          onClick={onForget}
        >
          Remove
        </QuietButton>
      )}
    </Group>
  );
}
