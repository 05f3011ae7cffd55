/** *Open dataset…*: opens a folder that was saved for a data platform as a table. */
import { Button, Progress, Radio, Stack, Text } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { OpenDataset as Dataset } from '#shared/contract/derived.ts';
import {
  asksForFolder,
  chooseDataset,
  closeDataset,
  openDatasetTable,
  sendDataset,
  showDatasetDialog,
} from '#renderer/state/derived.ts';
import { useOpen } from '#renderer/state/open.ts';
import { SmallButton, FileButton } from '../buttons.tsx';
import { useOffer } from '../actions.tsx';
import { minuteText } from '../dates.ts';
import { Dialog, DialogBody, DialogButtons, DialogForm, DialogNote } from '../dialog/Dialog.tsx';
import { type Attempt, useAction, useNewDerivedRun } from '../hooks.ts';
import { nameOfPlatform } from '../platforms.tsx';
import { ActionProblem } from '../problems/ProblemCard.tsx';
import { countOf, upperFirst } from '../words.ts';

export const OpenDatasetButton = () => (
  <SmallButton icon={FolderOpen} onClick={() => showDatasetDialog(true)}>
    Open dataset…
  </SmallButton>
);

/** Mounted once for the whole window; buttons and the palette open it. */
export function OpenDataset() {
  const opened = useOpen((open) => open.dataset);
  const [dataset, setDataset] = useState<Dataset | null>(null);
  useOffer('pages', () => ({
    label: 'Open dataset…',
    detail: 'a saved folder as a table',
    icon: FolderOpen,
    act: () => showDatasetDialog(true),
  }));
  const close = (): void => {
    showDatasetDialog(false);
    if (dataset !== null) void closeDataset(dataset.id);
    setDataset(null);
  };
  return (
    <Dialog opened={opened} onClose={close} title="Open dataset" size={480}>
      {opened &&
        (dataset === null ? (
          <ChooseDataset onChosen={setDataset} onClose={close} />
        ) : (
          <ChooseTable dataset={dataset} />
        ))}
    </Dialog>
  );
}

interface ChooseDatasetProps {
  onChosen: (dataset: Dataset) => void;
  onClose: () => void;
}

function ChooseDataset({ onChosen, onClose }: ChooseDatasetProps) {
  const choosing = useAction();
  const [share, setShare] = useState<number | null>(null);
  const sending = useRef<AbortController>(null);
  // However the dialog is closed.
  useEffect(() => () => sending.current?.abort(), []);
  const send = (file: File): void => {
    const { signal } = (sending.current = new AbortController());
    setShare(0);
    look(choosing, () => sendDataset(file, setShare, signal), onChosen);
  };
  return (
    <DialogBody>
      <p>
        A dataset is {asksForFolder ? 'a folder' : 'an archive'} that was saved for a data platform.
        Its rows open as a table that says which runs they are from.
      </p>
      <ActionProblem action={choosing} />
      {choosing.busy && share !== null && (
        <Progress aria-label="Reading the archive" value={share * 100} size="sm" />
      )}
      <DialogNote>This happens on this computer and makes no calls.</DialogNote>
      <DialogButtons onCancel={onClose}>
        {asksForFolder ? (
          <Button
            loading={choosing.busy}
            onClick={() => look(choosing, chooseDataset, onChosen)}
            data-autofocus
          >
            Choose folder…
          </Button>
        ) : (
          <FileButton
            accept=".zip"
            onChange={(file) => {
              if (file !== null) send(file);
            }}
          >
            {(props) => (
              <Button loading={choosing.busy} {...props} data-autofocus>
                Choose archive…
              </Button>
            )}
          </FileButton>
        )}
      </DialogButtons>
    </DialogBody>
  );
}

function look(
  action: Attempt,
  choose: typeof chooseDataset,
  onChosen: ChooseDatasetProps['onChosen'],
): void {
  action.run(async () => {
    const result = await choose();
    if (!result.ok) return result.error;
    if (result.value !== null) onChosen(result.value);
    return null;
  });
}

function ChooseTable({ dataset }: { dataset: Dataset }) {
  const { tables } = dataset;
  const [chosen, setChosen] = useState(tables[0]);
  const { newId, make } = useNewDerivedRun();
  if (chosen === undefined) return null;
  const { table, name, rows } = chosen;
  return (
    <DialogForm
      submit={`Open ${countOf(rows, 'row')}`}
      {...(tables.length === 1 && { focus: 'submit' })}
      act={() => {
        const asked = { runId: newId, datasetId: dataset.id, table, name: `${name} · dataset` };
        return make(() => openDatasetTable(asked));
      }}
    >
      {tables.length === 1 ? (
        <div>
          <Text fw={500}>{itemsOf(chosen)}</Text>
          <DialogNote>
            <TableFacts table={chosen} />
          </DialogNote>
        </div>
      ) : (
        <Radio.Group
          label="Table"
          value={table}
          onChange={(wanted) => setChosen(tables.find((one) => one.table === wanted))}
        >
          <Stack gap={8} mt={6}>
            {tables.map((one) => (
              <Radio
                key={one.table}
                value={one.table}
                label={itemsOf(one)}
                description={<TableFacts table={one} />}
                data-autofocus={one === tables[0] || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <DialogNote>
        The rows are copied from the dataset, which stays as it is. You can filter, chart and save
        the table like any other.
      </DialogNote>
    </DialogForm>
  );
}

type Table = Dataset['tables'][number];

const itemsOf = ({ platform, items }: Table): string =>
  platform === null ? upperFirst(items) : `${nameOfPlatform(platform)} ${items}`;

/** The file's name, its rows and runs, and when they were collected. */
function TableFacts({ table }: { table: Table }) {
  const { name, rows, runs, collectedFrom, collectedUntil } = table;
  const times = [collectedFrom, collectedUntil].map((at) => minuteText(new Date(at), 'local'));
  return (
    <>
      <bdi>{name}</bdi>
      <br />
      {countOf(rows, 'row')} of {countOf(runs, 'run')}, collected {[...new Set(times)].join(' to ')}
    </>
  );
}
