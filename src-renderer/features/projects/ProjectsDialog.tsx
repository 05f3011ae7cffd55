/**
 * The dialog about projects: their list, a new one, a copy, and what must be decided before opening
 * one.
 */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { assertNever } from '#shared/assert-never.ts';
import {
  Dialog,
  DialogBody,
  DialogButtons,
  DialogForm,
  DialogNote,
} from '#renderer/components/dialog/Dialog.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { RequestAddress } from '#renderer/components/texts.tsx';
import { useSnapshot, useMenuCommand } from '#renderer/state/app.ts';
import {
  copyProject,
  createProject,
  openProject,
  type ProjectQuestion,
  type SavedCopy,
  showProjectDialog,
  useProjectDialog,
  type ProjectDialog,
} from '#renderer/state/projects.ts';
import {
  openOrAsk,
  type Step,
  type StepProps,
  projectName,
  ProjectsList,
} from './ProjectsList.tsx';
import { Copy, FilePenLine, FolderOpen, FolderPlus } from 'lucide-react';
import { useCommands } from '#renderer/components/commands/commands.ts';
import { ProjectDetailsDialog } from './ProjectDetailsDialog.tsx';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { Card, CardRow, Section } from '#renderer/components/page/Page.tsx';

const titles: Record<Exclude<Step['kind'], 'ask'>, string> = {
  list: 'Projects',
  new: 'New project',
  copy: 'Save a copy',
  copied: 'Copy saved',
};

const titleOf = (step: Step): string =>
  step.kind === 'ask' ? `Open “${projectName(step.question.title)}”?` : titles[step.kind];

const close = (): void => showProjectDialog(null);

function ProjectsDialog() {
  const dialog = useProjectDialog((state) => state.dialog);
  const isOpen = dialog !== null && dialog !== 'details';
  const [step, setStep] = useState<Step>({ kind: 'list' });
  const [shown, setShown] = useState(dialog);
  if (dialog !== shown) {
    setShown(dialog);
    if (dialog === 'new') setStep({ kind: 'new', stops: null });
    else if (dialog === 'list' || dialog === 'copy') setStep({ kind: dialog });
  }
  return (
    <Dialog opened={isOpen} onClose={close} title={titleOf(step)} size={480}>
      {isOpen && <StepBody key={step.kind} step={step} onStep={setStep} />}
    </Dialog>
  );
}

function StepBody({ step, onStep }: StepProps & { step: Step }) {
  switch (step.kind) {
    case 'list':
      return <ProjectsList onStep={onStep} />;
    case 'new':
      return <NewProject stops={step.stops} onStep={onStep} />;
    case 'copy':
      return <CopyProject onStep={onStep} />;
    case 'copied':
      return <Copied {...step} onStep={onStep} />;
    case 'ask':
      return <Ask question={step.question} />;
    default:
      return assertNever(step);
  }
}

function NewProject({ stops, onStep }: StepProps & { stops: string | null }) {
  const [title, setTitle] = useState('');
  const creating = useAction();
  return (
    <DialogForm
      onSubmit={() => {
        if (title.trim() === '') return;
        creating.run(async () => {
          const result = await createProject({ title, stops: stops !== null });
          if (!result.ok) return result.error;
          if (result.value.kind === 'ask') onStep({ kind: 'new', stops: result.value.stops });
          return null;
        });
      }}
    >
      <TitleInput value={title} onChange={setTitle} />
      <DialogNote>
        It starts empty, with the service and the settings of the open project. Its calls count
        towards a daily limit of its own. You can come back to the open project at any time.
      </DialogNote>
      <Stops words={stops} />
      <ActionProblem action={creating} />
      <DialogButtons onCancel={close}>
        <Button type="submit" loading={creating.busy} disabled={title.trim() === ''}>
          {stops === null ? 'Create project' : 'Create anyway'}
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}

function TitleInput({ value, onChange }: { value: string; onChange: (title: string) => void }) {
  return (
    <TextInput
      label="Title"
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus
    />
  );
}

/** What leaving this project stops or ends; nothing if it does neither. */
function Stops({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <Text component="output" inherit style={{ whiteSpace: 'pre-line' }}>
      {words}
    </Text>
  );
}

function CopyProject({ onStep }: StepProps) {
  const of = useSnapshot(({ project }) => project.title);
  const [title, setTitle] = useState(of === '' ? 'Copy' : `${of.slice(0, 190)} (copy)`);
  const copying = useAction();
  return (
    <DialogForm
      onSubmit={() => {
        if (title.trim() === '') return;
        copying.run(async () => {
          const result = await copyProject(title);
          if (!result.ok) return result.error;
          const { value } = result;
          if (value.kind === 'copied') {
            onStep({ kind: 'copied', title: title.trim(), copy: value });
          }
          return null;
        });
      }}
    >
      <TitleInput value={title} onChange={setTitle} />
      <DialogNote>
        The copy has every run, tab and setting, and the count of calls. It has no keys, no
        pseudonym secret and nothing you deleted. Its rows still name people: bear that in mind
        before you share it.
      </DialogNote>
      <ActionProblem action={copying} />
      <DialogButtons onCancel={close}>
        <Button type="submit" loading={copying.busy} disabled={title.trim() === ''}>
          Save a copy
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}

function Copied({ title, copy, onStep }: StepProps & { title: string; copy: SavedCopy }) {
  const { id, folder, leftOut } = copy;
  const opening = useAction();
  return (
    <DialogBody>
      <Text inherit>“{title}” is complete. The open project is unchanged.</Text>
      {folder !== null && <RequestAddress>{folder}</RequestAddress>}
      {leftOut > 0 && (
        <DialogNote>
          {leftOut === 1 ? 'One link was' : `${leftOut} links were`} left out: a copy contains files
          only.
        </DialogNote>
      )}
      <ActionProblem action={opening} />
      <DialogButtons onCancel={close}>
        <Button
          loading={opening.busy}
          onClick={() => openOrAsk(opening, id, onStep)}
          data-autofocus
        >
          Open the copy
        </Button>
      </DialogButtons>
    </DialogBody>
  );
}

/** Asked before another project is opened: which service it uses, and what stops here. */
function Ask({ question }: { question: ProjectQuestion }) {
  const { id, service, stops } = question;
  const opening = useAction();
  return (
    <DialogBody>
      {service !== null && (
        <Stack gap={6}>
          <Text inherit>
            This project was set up elsewhere. Its questions are sent to this address:
          </Text>
          <RequestAddress>{service.address}</RequestAddress>
          <Text inherit>
            {service.hasKey
              ? 'You have a key for this service. It is sent there with every question you ask in this project.'
              : 'None of your keys is for this service, so none is sent there.'}
          </Text>
          <DialogNote>
            Open it only if you trust this address and whoever gave you the project.
          </DialogNote>
        </Stack>
      )}
      <Stops words={stops} />
      <ActionProblem action={opening} />
      <DialogButtons onCancel={close}>
        <Button
          loading={opening.busy}
          onClick={() =>
            opening.run(async () => {
              const result = await openProject({
                id,
                stops: stops !== null,
                ...(service === null ? {} : { address: service.address }),
              });
              return result.ok ? null : result.error;
            })
          }
        >
          {stops === null ? 'Open project' : 'Open anyway'}
        </Button>
      </DialogButtons>
    </DialogBody>
  );
}

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
