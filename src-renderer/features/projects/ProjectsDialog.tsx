/** Everything about several projects in one dialog: the list, a new one, a copy, what is asked first. */
import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { CircleCheck, Folder, FolderX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { assertNever } from '#shared/assert-never.ts';
import type { KnownProject } from '#shared/contract/project.ts';
import { CopyButton } from '../../components/copy.tsx';
import {
  Dialog,
  DialogBody,
  DialogButtons,
  DialogForm,
  DialogNote,
} from '../../components/dialog/Dialog.tsx';
import { type Action, useAction } from '../../components/hooks.ts';
import { ActionProblem } from '../../components/problems/ProblemCard.tsx';
import { useSnapshot } from '../../state/app.ts';
import {
  copyProject,
  createProject,
  forgetProject,
  listProjects,
  openProject,
  type ProjectList,
  type ProjectQuestion,
  type SavedCopy,
  showProjectDialog,
  useProjectDialog,
} from '../../state/projects.ts';
import { copyTitle, projectDetail, projectName } from './project-words.ts';
import classes from './projects.module.css';

/** What the dialog shows. */
type Step =
  | { kind: 'list' }
  | { kind: 'new'; stops: string | null }
  | { kind: 'copy' }
  | { kind: 'copied'; title: string; copy: SavedCopy }
  | { kind: 'ask'; question: ProjectQuestion };

const titles: Record<Exclude<Step['kind'], 'ask'>, string> = {
  list: 'Projects',
  new: 'New project',
  copy: 'Save a copy',
  copied: 'Copy saved',
};

const titleOf = (step: Step): string =>
  step.kind === 'ask' ? `Open “${projectName(step.question.title)}”?` : titles[step.kind];

const close = (): void => showProjectDialog(null);

export function ProjectsDialog() {
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

interface StepProps {
  onStep: (step: Step) => void;
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

/** Opens a project, or shows what is to be decided first. */
function open(action: Action, id: string | null, onStep: StepProps['onStep']): void {
  action.run(async () => {
    const result = await openProject({ id });
    if (!result.ok) return result.error;
    if (result.value.kind === 'ask') onStep({ kind: 'ask', question: result.value });
    return null;
  });
}

function ProjectsList({ onStep }: StepProps) {
  const [list, setList] = useState<ProjectList | null>(null);
  const opening = useAction();
  const { run } = opening;
  const read = async () => {
    const result = await listProjects();
    if (!result.ok) return result.error;
    setList(result.value);
    return null;
  };
  useEffect(() => {
    run(read);
    // Once, when the list is shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <DialogBody>
      <Text size="xs" c="var(--text-2)">
        Each project has its own runs, tabs, settings and count of calls: a limit per day counts for
        one project only. Your keys work in all of them.
      </Text>
      {list === null ? (
        opening.busy && <Loader size="sm" aria-label="Reading the list" />
      ) : (
        <ul className={classes.list} aria-label="Projects">
          {list.projects.map((project) => (
            <ProjectRow
              key={project.id}
              project={project}
              busy={opening.busy}
              onOpen={() => open(opening, project.id, onStep)}
              onForget={() => opening.run(async () => (await forgetProject(project.id)) ?? read())}
            />
          ))}
        </ul>
      )}
      {list !== null && !list.asksForFolder && (
        <div className={classes.where}>
          <DialogNote>
            To open a project from another computer, put its folder here, then open this list again:{' '}
            <code className={classes.path}>{list.folder}</code>
          </DialogNote>
          <CopyButton text={() => list.folder} variant="default">
            Copy path
          </CopyButton>
        </div>
      )}
      <ActionProblem action={opening} />
      <Group gap={8} justify="flex-end">
        <Button variant="default" mr="auto" onClick={() => onStep({ kind: 'copy' })}>
          Save a copy…
        </Button>
        {list?.asksForFolder === true && (
          <Button
            variant="default"
            disabled={opening.busy}
            onClick={() => open(opening, null, onStep)}
          >
            Open another…
          </Button>
        )}
        <Button onClick={() => onStep({ kind: 'new', stops: null })}>New project…</Button>
      </Group>
    </DialogBody>
  );
}

function ProjectRow({
  project,
  busy,
  onOpen,
  onForget,
}: {
  project: KnownProject;
  busy: boolean;
  onOpen: () => void;
  onForget: () => void;
}) {
  const { state, title, isForgettable } = project;
  const [now] = useState(() => new Date());
  const Icon = state === 'open' ? CircleCheck : state === 'missing' ? FolderX : Folder;
  const name = projectName(title);
  return (
    <li className={classes.row}>
      <button
        type="button"
        className={classes.open}
        disabled={busy || state !== 'closed'}
        aria-current={state === 'open' || undefined}
        onClick={onOpen}
      >
        <Icon size={16} aria-hidden />
        <span className={classes.words}>
          <span className={classes.name}>{name}</span>
          <span className={classes.detail}>{projectDetail(project, now)}</span>
        </span>
      </button>
      {isForgettable && state !== 'open' && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={`Remove ${name} from the list`}
          title="Its folder stays where it is."
          onClick={onForget}
        >
          Remove
        </Button>
      )}
    </li>
  );
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
        It starts empty, with the service and the settings of the open project. Its day limit counts
        for itself. You can come back to the open project at any time.
      </DialogNote>
      <Stops words={stops} />
      <ActionProblem action={creating} />
      <DialogButtons onCancel={close}>
        <Button type="submit" loading={creating.busy} disabled={title.trim() === ''}>
          {stops === null ? 'Create project' : 'Stop and create project'}
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
      autoComplete="off"
      data-autofocus
    />
  );
}

/** What is running and stops; nothing where nothing is. */
function Stops({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <Text component="output" inherit className={classes.stops}>
      {words}
      {'\n\n'}
      It stops in this project. Rows that are here already are kept.
    </Text>
  );
}

function CopyProject({ onStep }: StepProps) {
  const of = useSnapshot(({ project }) => project.title);
  const [title, setTitle] = useState(copyTitle(of));
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
        pseudonym secret and nothing you deleted. Its rows name people as they were collected: think
        of that before you give it to somebody else.
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
      {folder !== null && <code className={classes.address}>{folder}</code>}
      {leftOut > 0 && (
        <DialogNote>
          {leftOut === 1 ? 'One link was' : `${leftOut} links were`} left out: a copy contains files
          only.
        </DialogNote>
      )}
      <ActionProblem action={opening} />
      <DialogButtons onCancel={close}>
        <Button loading={opening.busy} onClick={() => open(opening, id, onStep)} data-autofocus>
          Open the copy
        </Button>
      </DialogButtons>
    </DialogBody>
  );
}

/** Before another project is opened: whom it asks, and what stops here. */
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
          <code className={classes.address}>{service.address}</code>
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
          {stops === null ? 'Open project' : 'Stop and open project'}
        </Button>
      </DialogButtons>
    </DialogBody>
  );
}
