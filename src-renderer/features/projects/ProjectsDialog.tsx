/**
 * The dialog about projects: their list, a new one, a copy, and what must be decided before opening
 * one.
 */
import { quoted } from '#shared/characters.ts';
import { ActionIcon, Stack, Text, Textarea, TextInput, Button, Group, Loader } from '@mantine/core';
import { useState } from 'react';
import {
  Copy,
  FilePenLine,
  FolderOpen,
  FolderPlus,
  Plus,
  X,
  CircleCheck,
  Folder,
  FolderX,
} from 'lucide-react';
import { assertNever } from '#shared/assert-never.ts';
import {
  Dialog,
  DialogBody,
  DialogForm,
  DialogNote,
  type Outcome,
} from '#renderer/components/dialog/Dialog.tsx';
import { Legend, RequestAddress } from '#renderer/components/texts.tsx';
import { useMenuCommand, useSnapshot } from '#renderer/state/app.ts';
import {
  copyProject,
  createProject,
  openProject,
  projectName,
  showProjectDialog,
  type ProjectQuestion,
  type SavedCopy,
} from '#renderer/state/projects.ts';
import { type Open, useOpen } from '#renderer/state/open.ts';
import { useOffer } from '#renderer/components/actions.tsx';
import { SmallButton, QuietButton, RowButton } from '#renderer/components/buttons.tsx';
import { Card, CardRow, Section, RowList } from '#renderer/components/page/Page.tsx';
import {
  licences,
  readOrcid,
  type ProjectDetails,
  type KnownProject,
} from '#shared/contract/project.ts';
import { Choice } from '#renderer/components/popups.tsx';
import { act, call } from '#renderer/state/act.ts';
import { useAsked } from '#renderer/state/asked.ts';
import classes from './projects.module.css';
import { CopyButton } from '#renderer/components/copy.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { dayInWords } from '#renderer/components/words.ts';

const titles: Record<Exclude<Step['kind'], 'ask'>, string> = {
  list: 'Projects',
  new: 'New project',
  copy: 'Save a copy',
  copied: 'Copy saved',
};

const titleOf = (step: Step): string =>
  step.kind === 'ask' ? `Open ${quoted(projectName(step.question.title))}?` : titles[step.kind];

const close = (): void => showProjectDialog(null);

function ProjectsDialog() {
  const dialog = useOpen(({ project }) => project);
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
  return (
    <DialogForm
      submit={stops === null ? 'Create project' : 'Create anyway'}
      isDisabled={title.trim() === ''}
      act={async () => {
        const result = await createProject({ title, stops: stops !== null });
        if (!result.ok) return result.error;
        if (result.value.kind === 'ask') onStep({ kind: 'new', stops: result.value.stops });
        return undefined;
      }}
    >
      <TitleInput value={title} onChange={setTitle} />
      <DialogNote>
        It starts empty, with the service and the settings of the open project. Its calls count
        towards a daily limit of its own. You can come back to the open project at any time.
      </DialogNote>
      <Stops words={stops} />
    </DialogForm>
  );
}

const TitleInput = ({ value, onChange }: { value: string; onChange: (title: string) => void }) => (
  <TextInput
    label="Title"
    maxLength={200}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

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
  return (
    <DialogForm
      submit="Save a copy"
      isDisabled={title.trim() === ''}
      act={async () => {
        const result = await copyProject(title);
        if (!result.ok) return result.error;
        const { value } = result;
        if (value.kind === 'copied') {
          onStep({ kind: 'copied', title: title.trim(), copy: value });
        }
        return undefined;
      }}
    >
      <TitleInput value={title} onChange={setTitle} />
      <DialogNote>
        The copy has every run, tab and setting, and the count of calls. It has no keys, no
        pseudonym secret and nothing you deleted. Its rows still name people: bear that in mind
        before you share it.
      </DialogNote>
    </DialogForm>
  );
}

function Copied({ title, copy, onStep }: StepProps & { title: string; copy: SavedCopy }) {
  const { id, folder, leftOut } = copy;
  return (
    <DialogForm submit="Open the copy" focus="submit" act={() => openOrAsk(id, onStep)}>
      <Text inherit>{quoted(title)} is complete. The open project is unchanged.</Text>
      {folder !== null && <RequestAddress>{folder}</RequestAddress>}
      {leftOut > 0 && (
        <DialogNote>
          {leftOut === 1 ? 'One link was' : `${leftOut} links were`} left out: a copy contains files
          only.
        </DialogNote>
      )}
    </DialogForm>
  );
}

/** Asked before another project is opened: which service it uses, and what stops here. */
function Ask({ question }: { question: ProjectQuestion }) {
  const { id, service, stops } = question;
  return (
    <DialogForm
      submit={stops === null ? 'Open project' : 'Open anyway'}
      act={async () => {
        const result = await openProject({
          id,
          stops: stops !== null,
          ...(service === null ? {} : { address: service.address }),
        });
        return result.ok ? undefined : result.error;
      }}
    >
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
    </DialogForm>
  );
}

const dialogs = [
  ['list', 'Projects…', 'open another project', FolderOpen],
  ['new', 'New project…', null, FolderPlus],
  ['copy', 'Save a copy of this project…', 'backup, share', Copy],
  ['details', 'Project details…', 'title, creators, licence, note', FilePenLine],
] as const satisfies readonly (readonly [Open['project'], ...unknown[]])[];

export function ProjectDialogs() {
  useMenuCommand('showProjects', () => showProjectDialog('list'));
  useOffer('pages', () =>
    dialogs.map(([dialog, label, detail, icon]) => ({
      label,
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

// The open project's details: entered once, used for everything that is exported.

function ProjectDetailsDialog() {
  const isOpen = useOpen(({ project }) => project === 'details');
  return (
    <Dialog opened={isOpen} onClose={close} title="Project details" size={560}>
      {isOpen && <Details />}
    </Dialog>
  );
}

/** Reads the details when the dialog opens: another window may have changed them. */
function Details() {
  const { value, problem } = useAsked({ key: ['project'], ask: () => call('project.details', {}) });
  if (problem !== null) return <Text role="alert">{`${problem.title} ${problem.advice}`}</Text>;
  if (value === null) return <DialogBody>{null}</DialogBody>;
  const { details, notices } = value;
  return <DetailsForm details={details} notices={notices.map(({ message }) => message)} />;
}

interface CreatorDraft {
  /** Key of its row while rendered. */
  key: number;
  name: string;
  orcid: string;
}

const noLicence = 'Not decided yet';

interface DetailsFormProps {
  details: ProjectDetails;
  notices: readonly string[];
}

function DetailsForm({ details, notices }: DetailsFormProps) {
  const [title, setTitle] = useState(details.title);
  const [note, setNote] = useState(details.note);
  const [licence, setLicence] = useState(details.licence);
  const [creators, setCreators] = useState<CreatorDraft[]>(() =>
    details.creators.map(({ name, orcid = '' }, key) => ({ key, name, orcid })),
  );
  const [isChecked, setChecked] = useState(false);
  const named = creators.filter(({ name, orcid }) => `${name}${orcid}`.trim() !== '');
  const isSound = named.every(
    (one) => complainOf(one).name === null && complainOf(one).orcid === null,
  );
  const chosen = licences.find(({ id }) => id === licence);
  return (
    <DialogForm
      submit="Save"
      act={() => {
        setChecked(true);
        if (!isSound) return undefined;
        const saved = named.map(({ name, orcid }) =>
          orcid.trim() === '' ? { name } : { name, orcid },
        );
        return act('project.save', { title, note, licence, creators: saved });
      }}
    >
      {notices.map((message) => (
        <Text key={message} component="output" inherit>
          {message}
        </Text>
      ))}
      <TextInput
        label="Title"
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Creators creators={creators} isChecked={isChecked} onChange={setCreators} />
      <Choice
        label="Licence"
        description={`${chosen?.meaning ?? 'Your exports won’t state a licence.'} This is about your collection as a whole: each post in it stays its author’s, under the platform’s terms.`}
        choices={[
          { value: noLicence, label: noLicence },
          ...licences.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={licence ?? noLicence}
        onChange={(next) => setLicence(licences.find(({ id }) => id === next)?.id ?? null)}
      />
      <Textarea
        label="Note"
        description="What the project is about, how the data was chosen."
        rows={4}
        maxLength={10_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

function Creators({
  creators,
  isChecked,
  onChange,
}: {
  creators: readonly CreatorDraft[];
  /** Whether missing values are reported too. */
  isChecked: boolean;
  onChange: (creators: CreatorDraft[]) => void;
}) {
  const change = (key: number, changed: Partial<CreatorDraft>): void =>
    onChange(creators.map((one) => (one.key === key ? { ...one, ...changed } : one)));
  const add = (): void => {
    const key = Math.max(0, ...creators.map((one) => one.key)) + 1;
    onChange([...creators, { key, name: '', orcid: '' }]);
  };
  return (
    <Stack component="fieldset" gap={8} align="flex-start">
      <Legend>Creators</Legend>
      {creators.map((one, index) => {
        const complaint = complainOf(one);
        return (
          <div key={one.key} className={classes.creator}>
            <TextInput
              aria-label={`Name of creator ${index + 1}`}
              placeholder="Name"
              maxLength={200}
              value={one.name}
              error={isChecked ? complaint.name : null}
              onChange={(event) => change(one.key, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`ORCID iD of creator ${index + 1}`}
              placeholder="ORCID iD, if any"
              maxLength={100}
              value={one.orcid}
              error={complaint.orcid}
              onChange={(event) => change(one.key, { orcid: event.currentTarget.value })}
              onBlur={() => change(one.key, { orcid: readOrcid(one.orcid) ?? one.orcid })}
            />
            <ActionIcon
              size={32}
              aria-label={`Remove creator ${index + 1}`}
              onClick={() => onChange(creators.filter(({ key }) => key !== one.key))}
            >
              <X />
            </ActionIcon>
          </div>
        );
      })}
      <SmallButton icon={Plus} disabled={creators.length >= 50} onClick={add}>
        Add creator
      </SmallButton>
    </Stack>
  );
}

/**
 * Returns what is wrong with a creator as typed. An incomplete iD isn't wrong yet while it is being
 * typed.
 */
function complainOf({ name, orcid }: CreatorDraft): { name: string | null; orcid: string | null } {
  const isLong = orcid.replaceAll(/[^\dX]/gi, '').length >= 16;
  return {
    name: name.trim() === '' && orcid.trim() !== '' ? 'Enter a name.' : null,
    orcid:
      orcid.trim() === '' || readOrcid(orcid) !== null
        ? null
        : isLong
          ? 'Check the digits: this isn’t an ORCID iD.'
          : 'Enter all 16 characters.',
  };
}

/** The step that the dialog shows. */
type Step =
  | { kind: 'list' }
  | { kind: 'new'; stops: string | null }
  | { kind: 'copy' }
  | { kind: 'copied'; title: string; copy: SavedCopy }
  | { kind: 'ask'; question: ProjectQuestion };

interface StepProps {
  onStep: (step: Step) => void;
}

/** Opens a project, or shows what must be decided first. */
async function openOrAsk(id: string | null, onStep: StepProps['onStep']): Promise<Outcome> {
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

function ProjectsList({ onStep }: StepProps) {
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
