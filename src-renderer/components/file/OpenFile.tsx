/** *Open a file…*: a file from elsewhere, or one that this program saved, as a table. */
import { Button, Progress, Radio, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { FileUp, FolderOpen } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import {
  closeFile,
  closeOpenFile,
  datasetFiles,
  lookAtFile,
  noDataset,
  openDropped,
  openTable,
  showOpened,
  showOpenFile,
  useReading,
} from '#renderer/state/files.ts';
import { useMenuCommand } from '#renderer/state/app.ts';
import { useOpen, type GivenFile, type SentFile } from '#renderer/state/open.ts';
import { FileButton } from '../buttons.tsx';
import { useOffer } from '../actions.tsx';
import { minuteText } from '../dates.ts';
import { Dialog, DialogBody, DialogButtons, DialogForm, DialogNote } from '../dialog/Dialog.tsx';
import { useAction, useNewDerivedRun } from '../hooks.ts';
import { nameOfPlatform } from '../platforms.tsx';
import { ProblemText } from '../problems/ProblemCard.tsx';
import { countOf, upperFirst } from '../words.ts';
import classes from './OpenFile.module.css';
import type { OpenedFile } from '#shared/contract/open-file.ts';

const label = 'Open a file…';

/** Mounted once for the whole window; buttons, the palette, the menu and whatever is dropped open it. */
export function OpenFile() {
  const asked = useOpen((open) => open.file);
  useOffer('pages', () => ({
    label,
    detail: 'CSV, JSON, Parquet, a workbook, a dataset, a recipe',
    icon: FileUp,
    act: () => showOpenFile(),
  }));
  useMenuCommand('openFile', () => showOpenFile());
  return (
    <>
      <DropHint />
      <Dialog opened={asked !== null} onClose={closeOpenFile} title="Open a file" size={500}>
        {asked !== null && <Opening key={keyOf(asked)} given={asked.given} />}
      </Dialog>
    </>
  );
}

/** Another file has a dialog, and a run, of its own. */
let keys = 0;
const known = new WeakMap<object, number>();
function keyOf(asked: object): number {
  const key = known.get(asked) ?? (keys += 1);
  known.set(asked, key);
  return key;
}

interface Work {
  name: string;
  /** From 0 to 1; null while nobody knows. */
  share: number | null;
}

function Opening({ given }: { given: GivenFile | null }) {
  const looked = given?.kind === 'looked' ? given.result : null;
  const opened = looked?.ok === true ? looked.value : null;
  const [problem, setProblem] = useState<Problem | null>(
    looked?.ok === false ? looked.error : null,
  );
  const [work, setWork] = useState<Work | null>(
    given?.kind === 'sent' ? { name: given.name, share: 0 } : null,
  );
  const stop = useRef<AbortController>(null);
  // However the dialog is closed.
  useEffect(() => () => stop.current?.abort(), []);

  const look = (files: readonly SentFile[], name: string): void => {
    setProblem(null);
    setWork({ name, share: 0 });
    void send(files, name);
  };
  const send = async (files: readonly SentFile[], name: string): Promise<void> => {
    const { signal } = (stop.current = new AbortController());
    const onShare = (share: number): void => setWork({ name, share: share < 1 ? share : null });
    const result = await lookAtFile(files, name, { onShare, signal });
    if (signal.aborted) return;
    setWork(null);
    if (result.ok) showOpened(result.value);
    else setProblem(result.error);
  };
  const begin = useEffectEvent(() => {
    if (given?.kind === 'sent') void send(given.files, given.name);
  });
  useEffect(() => begin(), []);

  if (opened !== null) return <ChooseTable opened={opened} />;
  if (work !== null) return <Working what={`Copying ${work.name}`} share={work.share} />;
  return (
    <DialogBody>
      {problem === null ? (
        <p>
          CSV of any kind, JSON, JSON Lines, Parquet or a workbook (.xlsx), or anything that this
          program saved: a file, an archive, a methods sheet, a dataset. Its rows become a table
          like any run.
        </p>
      ) : (
        <ProblemText problem={problem} />
      )}
      <DialogNote>
        You can also drop a file on the window. It is read on this computer and makes no calls; the
        file stays as it is.
      </DialogNote>
      <DialogButtons
        before={
          <FolderButton
            onChosen={(files, name) => {
              if (files.length > 0) look(files, name);
              else setProblem(noDataset);
            }}
          />
        }
        onCancel={closeOpenFile}
      >
        <FileButton
          onChange={(file) => {
            if (file !== null) look([{ file, path: null }], file.name);
          }}
        >
          {(props) => (
            <Button {...props} data-autofocus>
              {problem === null ? 'Choose file…' : 'Choose another file…'}
            </Button>
          )}
        </FileButton>
      </DialogButtons>
    </DialogBody>
  );
}

/** Chooses the folder of a dataset. */
function FolderButton({ onChosen }: { onChosen: (files: SentFile[], name: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          const files = Array.from(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
          const [name = ''] = files[0]?.webkitRelativePath.split('/') ?? [];
          onChosen(datasetFiles(files), name);
        }}
      />
      <Button
        variant="subtle"
        color="gray"
        mr="auto"
        leftSection={<FolderOpen size={14} />}
        onClick={() => input.current?.click()}
      >
        Dataset folder…
      </Button>
    </>
  );
}

function Working({ what, share }: { what: string; share: number | null }) {
  const percent = Math.round((share ?? 1) * 100);
  return (
    <DialogBody>
      <Text inherit style={{ overflowWrap: 'anywhere' }}>
        {what}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section value={percent} animated={share === null} aria-label={what} />
      </Progress.Root>
      <DialogButtons onCancel={closeOpenFile}>{null}</DialogButtons>
    </DialogBody>
  );
}

function ChooseTable({ opened }: { opened: OpenedFile }) {
  const { tables, id, name: file } = opened;
  const [chosen, setChosen] = useState(tables[0]);
  const { newId, make } = useNewDerivedRun();
  const reading = useAction();
  const share = useReading((shares) => shares[newId] ?? null);
  useEffect(() => () => void closeFile(id), [id]);
  const read = async (): Promise<Problem | null> => {
    const { table = '', name = file } = chosen ?? {};
    const problem = await make(() => openTable({ runId: newId, fileId: id, table, name }));
    // The form is gone by now: progress is shown in its place.
    if (problem === null) closeOpenFile();
    return problem;
  };
  const isOnly = tables.length === 1 && chosen?.saved == null;
  // A single table is what the person wants; a dataset first says what it is.
  const begin = useEffectEvent(() => {
    if (isOnly) reading.run(read);
  });
  useEffect(() => begin(), []);
  if (chosen === undefined) return null;
  if (reading.busy) return <Working what={`Reading ${chosen.name}`} share={share} />;
  if (isOnly && reading.problem !== null) {
    return (
      <DialogBody>
        <ProblemText problem={reading.problem} />
        <DialogButtons onCancel={closeOpenFile}>
          <Button onClick={() => showOpenFile()} data-autofocus>
            Choose another file…
          </Button>
        </DialogButtons>
      </DialogBody>
    );
  }
  return (
    <DialogForm
      submit={chosen.saved === null ? 'Open table' : `Open ${countOf(chosen.rows ?? 0, 'row')}`}
      action={reading}
      {...(tables.length === 1 && { focus: 'submit' })}
      act={read}
    >
      {tables.length === 1 ? (
        <div>
          <Text fw={500}>{labelOf(chosen)}</Text>
          <DialogNote>
            <TableFacts table={chosen} />
          </DialogNote>
        </div>
      ) : (
        <Radio.Group
          label={`Table of ${file}`}
          value={chosen.table}
          onChange={(wanted) => setChosen(tables.find((one) => one.table === wanted))}
        >
          {/* The focus ring of a radio is outside of it. */}
          <Stack gap={8} mt={6} mah={320} p={4} mx={-4} data-scrolls="within">
            {tables.map((one) => (
              <Radio
                key={one.table}
                value={one.table}
                label={labelOf(one)}
                description={<TableFacts table={one} />}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {reading.problem !== null && <ProblemText problem={reading.problem} />}
      <DialogNote>
        The rows are copied, and the file stays as it is. You can filter, chart and save the table
        like any other.
      </DialogNote>
    </DialogForm>
  );
}

type Table = OpenedFile['tables'][number];

const labelOf = ({ label: own, saved }: Table): string => {
  if (saved === null) return own;
  const { platform, items } = saved;
  return platform === null ? upperFirst(items) : `${nameOfPlatform(platform)} ${items}`;
};

/** Of a sheet its lines; of a dataset its rows and runs, and when they were collected. */
function TableFacts({ table: { label: own, rows, saved } }: { table: Table }) {
  if (saved === null) return rows === null ? null : countOf(rows, 'line');
  const { runs, collectedFrom, collectedUntil } = saved;
  const times = [collectedFrom, collectedUntil].map((at) => minuteText(new Date(at), 'local'));
  return (
    <>
      <bdi>{own}</bdi>
      <br />
      {countOf(rows ?? 0, 'row')} of {countOf(runs, 'run')}, collected{' '}
      {[...new Set(times)].join(' to ')}
    </>
  );
}

const hasFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') === true;

/** While a file is dragged over the window: where it may be dropped, which is everywhere. */
function DropHint() {
  const [isOver, setOver] = useState(false);
  useWindowEvent('dragover', (event) => {
    if (!hasFiles(event)) return;
    // Otherwise a browser leaves this page to show the file.
    event.preventDefault();
    setOver(true);
  });
  useWindowEvent('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false));
  useWindowEvent('drop', (event) => {
    if (!hasFiles(event) || event.dataTransfer === null) return;
    event.preventDefault();
    setOver(false);
    void openDropped(event.dataTransfer);
  });
  return isOver ? (
    <Stack gap={10} align="center" justify="center" className={classes.drop} aria-hidden>
      <FileUp size={28} />
      Drop to open as a table
    </Stack>
  ) : null;
}
