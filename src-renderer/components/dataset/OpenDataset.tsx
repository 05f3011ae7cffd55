/** *Open dataset…*: a folder that was saved for a data platform, as a table again. */
import { Button, FileButton, Radio, Stack } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { OpenDataset as Dataset } from '#shared/contract/derived.ts';
import { useSnapshot } from '../../state/app.ts';
import {
  asksForFolder,
  chooseDataset,
  closeDataset,
  openDatasetTable,
  sendDataset,
  showDatasetDialog,
  useDatasetDialog,
} from '../../state/dataset.ts';
import { cancelDeriving } from '../../state/derived.ts';
import { useCommands } from '../commands/commands.ts';
import { minuteText } from '../dates.ts';
import { Dialog, DialogBody, DialogButtons, DialogForm, DialogNote } from '../dialog/Dialog.tsx';
import { type Action, useAction } from '../hooks.ts';
import { nameOfPlatform } from '../platforms.tsx';
import { ActionProblem } from '../problems/ProblemCard.tsx';
import { countOf, grouping } from '../words.ts';

export const OpenDatasetButton = () => (
  <Button
    size="xs"
    variant="default"
    leftSection={<FolderOpen size={14} strokeWidth={1.75} aria-hidden />}
    onClick={() => showDatasetDialog(true)}
  >
    Open dataset…
  </Button>
);

/** Open once for the whole window; the buttons and the palette open it. */
export function OpenDataset() {
  const opened = useDatasetDialog((state) => state.opened);
  const [dataset, setDataset] = useState<Dataset | null>(null);
  useCommands(() => [
    {
      id: 'dataset open',
      group: 'pages',
      title: 'Open dataset…',
      detail: 'a saved folder as a table',
      icon: FolderOpen,
      act: () => showDatasetDialog(true),
    },
  ]);
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
          <ChooseTable dataset={dataset} onClose={close} />
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
  return (
    <DialogBody>
      <p>
        A dataset is {asksForFolder ? 'a folder' : 'an archive'} that was saved for a data platform.
        Its rows open as a table, with the columns and the sources they were saved with.
      </p>
      <ActionProblem action={choosing} />
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
              if (file !== null) look(choosing, () => sendDataset(file), onChosen);
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
  action: Action,
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

function ChooseTable({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const zone = useSnapshot(({ preferences }) => preferences.timeZone);
  const [first] = dataset.tables;
  const [chosen, setChosen] = useState(first?.table ?? '');
  const [newId] = useState(() => crypto.randomUUID());
  const work = useAction();
  const about = ({ rows, runs, collectedFrom, collectedUntil }: Dataset['tables'][number]) =>
    `${countOf(rows, 'row')} of ${countOf(runs, 'run')}, collected ${[
      ...new Set([collectedFrom, collectedUntil].map((at) => minuteText(new Date(at), zone))),
    ].join(' to ')}`;
  const close = (): void => {
    if (work.busy) void cancelDeriving(newId);
    onClose();
  };
  return (
    <DialogForm
      onSubmit={() => {
        const { table, name } = dataset.tables.find((one) => one.table === chosen) ?? {};
        if (table === undefined || name === undefined) return;
        const asked = { runId: newId, datasetId: dataset.id, table, name };
        work.run(() => openDatasetTable(asked), onClose);
      }}
    >
      <Radio.Group
        label={dataset.tables.length === 1 ? 'Table' : 'Which table'}
        value={chosen}
        onChange={setChosen}
      >
        <Stack gap={8} mt={6}>
          {dataset.tables.map((one) => (
            <Radio
              key={one.table}
              value={one.table}
              label={
                <>
                  {nameOfPlatform(one.platform)} {one.items}: <bdi>{one.name}</bdi>
                </>
              }
              description={about(one)}
              data-autofocus={one.table === first?.table || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      <ActionProblem action={work} />
      <DialogNote>
        The rows are copied from the dataset, which stays as it is. The table can be filtered,
        charted and saved like any other.
      </DialogNote>
      <DialogButtons onCancel={close}>
        <Button type="submit" loading={work.busy}>
          Open {grouping(dataset.tables.find((one) => one.table === chosen)?.rows ?? 0)} rows
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}
