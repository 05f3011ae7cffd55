/** The open project's details: entered once, used for everything that is exported. */
import { ActionIcon, Button, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { licences, readOrcid, type ProjectDetails } from '#shared/contract/project.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import {
  Dialog,
  DialogBody,
  DialogButtons,
  DialogForm,
} from '#renderer/components/dialog/Dialog.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { useInlineListProps } from '#renderer/components/popups.tsx';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { Legend } from '#renderer/components/texts.tsx';
import { useAnswer } from '#renderer/state/answer.ts';
import {
  readProjectDetails,
  saveProjectDetails,
  showProjectDialog,
  useProjectDialog,
} from '#renderer/state/projects.ts';
import classes from './projects.module.css';

const close = (): void => showProjectDialog(null);

export function ProjectDetailsDialog() {
  const isOpen = useProjectDialog(({ dialog }) => dialog === 'details');
  return (
    <Dialog opened={isOpen} onClose={close} title="Project details" size={560}>
      {isOpen && <Details />}
    </Dialog>
  );
}

/** Reads the details when the dialog opens: another window may have changed them. */
function Details() {
  const { value, problem } = useAnswer('details', readProjectDetails);
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
  const saving = useAction();
  const list = useInlineListProps();
  const named = creators.filter(({ name, orcid }) => `${name}${orcid}`.trim() !== '');
  const isSound = named.every(
    (one) => complainOf(one).name === null && complainOf(one).orcid === null,
  );
  const chosen = licences.find(({ id }) => id === licence);
  return (
    <DialogForm
      onSubmit={() => {
        setChecked(true);
        if (!isSound) return;
        const saved = named.map(({ name, orcid }) =>
          orcid.trim() === '' ? { name } : { name, orcid },
        );
        saving.run(() => saveProjectDetails({ title, note, licence, creators: saved }), close);
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
        data-autofocus
      />
      <Creators creators={creators} isChecked={isChecked} onChange={setCreators} />
      <Select
        label="Licence"
        description={`${chosen?.meaning ?? 'Your exports won’t state a licence.'} This is about your collection as a whole: each post in it stays its author’s, under the platform’s terms.`}
        data={[
          { value: noLicence, label: noLicence },
          ...licences.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={licence ?? noLicence}
        allowDeselect={false}
        comboboxProps={list}
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
      <ActionProblem action={saving} />
      <DialogButtons onCancel={close}>
        <Button type="submit" loading={saving.busy}>
          Save
        </Button>
      </DialogButtons>
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
