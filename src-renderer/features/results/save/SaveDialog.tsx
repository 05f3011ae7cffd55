import {
  Box,
  Button,
  Checkbox,
  Flex,
  Group,
  Progress,
  Radio,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Download } from 'lucide-react';
import { useDebouncedValue } from '@mantine/hooks';
import { isChoosable } from '#shared/contract/export/formats.ts';
import type { FormatOption, FormatOptions, Preset } from '#shared/contract/export/formats.ts';
import { Choice } from '#renderer/components/popups.tsx';
import { QuietButton } from '#renderer/components/buttons.tsx';
import { CopyButton } from '#renderer/components/copy.tsx';
import { Dialog, DialogNote } from '#renderer/components/dialog/Dialog.tsx';
import { act } from '#renderer/state/act.ts';
import { canShowInFolder, previewRows, useExport } from '#renderer/state/exports.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { useColumnLayout } from '#renderer/state/workspace.ts';
import type { ExportChoice } from '#renderer/state/exports.ts';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import type { Problem } from '#shared/contract/problem.ts';
import type { ExportPreview } from '#shared/contract/export/export.ts';
import { DataTable, Fact, Facts, TableArea } from '#renderer/components/tables.tsx';
import { countOf } from '#renderer/components/words.ts';
import { useAsked } from '#renderer/state/asked.ts';
import { arrangeByLayout, layoutKey } from '../columns/layout.ts';
import { LinkAge } from '../media/LinkAge.tsx';
import { useRows } from '../rows-scope.ts';
import { NetworkPart, offerNetworks, sizeWords } from './NetworkPart.tsx';
import { PrivacyPart, usePeople } from './PrivacyPart.tsx';
import classes from './SaveDialog.module.css';
import { OtherRuns, SavedContents, Part } from './SavedContents.tsx';
import {
  adjustments,
  firstChoices,
  isNetwork,
  keepChoices,
  keptChoices,
  presetsFor,
  specOf,
  withOption,
  withPreset,
} from './choices.ts';
import type { SaveChoices } from './choices.ts';
import { progressWords, savedNotes, savedWords, showSaved, useSaving } from './use-saving.tsx';
import type { Saving } from './use-saving.tsx';

interface SaveDialogProps {
  /** Null: it is closed. With a preset's id, that one is chosen. */
  of: { preset: string | null } | null;
  onClose: () => void;
}

/**
 * *Save…*: what the file is for, its contents, and its first rows. Saving continues when the dialog is
 * closed.
 */
export function SaveDialog({ of, onClose }: SaveDialogProps) {
  const isOpen = of !== null;
  const { saving, save, cancel, clear } = useSaving(useRows().run.id, isOpen, onClose);
  const close = (): void => {
    if (saving.kind !== 'under way') clear();
    onClose();
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      title="Save"
      size={960}
      styles={{ body: { padding: 0 } }}
    >
      <SaveForm
        first={of?.preset ?? null}
        {...{ saving }}
        onSave={save}
        onCancel={cancel}
        onClose={close}
      />
    </Dialog>
  );
}

/** What is saved with the rows. */
function sheetWords({ hasSheets }: Preset, isList: boolean): string {
  const [sheet, inputs] = hasSheets
    ? [
        'A worksheet that says how the data was collected. “Open recipe…” fills in the form from the workbook.',
        ' Another one lists the inputs with their statuses.',
      ]
    : [
        'Two small files beside it that say how the data was collected: one to read, one for programs. “Open recipe…” fills in the form from either.',
        ' A third file lists the inputs with their statuses.',
      ];
  return isList ? sheet + inputs : sheet;
}

interface SaveFormProps extends Omit<SaveFootProps, 'isReady'> {
  /** The preset that is chosen first, by its id; null: the last one. */
  first?: string | null;
  onSave: (spec: ExportChoice) => void;
}

export function SaveForm(props: SaveFormProps) {
  const { saving, first = null } = props;
  const { run, endpoint, resource, view, columns, duplicates } = useRows();
  const clock = useSnapshot(({ preferences }) => preferences.timeZone);
  const presets = useSnapshot((snapshot) => snapshot.presets);
  const offered = presetsFor(presets, run);
  const [choices, setChoices] = useState(() => {
    const last = firstChoices(keptChoices(clock, presets[0]!), view, offered);
    const named = offered.find(({ id }) => id === first);
    return named === undefined ? last : withPreset(last, named, clock);
  });
  const change = (changed: Partial<SaveChoices>): void => setChoices({ ...choices, ...changed });
  const layout = useColumnLayout(layoutKey(run));
  const shownFields = arrangeByLayout(columns, layout)
    .filter(({ isHidden }) => !isHidden)
    .map(({ field }) => field);
  const identity = resource?.identity ?? duplicates?.field ?? null;
  const isList = run.list !== null;
  const offer = offerNetworks(columns, resource, endpoint);
  const network = choices.network ?? offer.first;
  const specWith = (chosen: SaveChoices): ExportChoice =>
    specOf(chosen, { runId: run.id, view, shownFields, identity, network, isList });
  const spec = specWith(choices);
  const { preset, format } = choices;
  const isFree = isChoosable(preset);
  const people = usePeople(
    { run, runIds: spec.runIds, treatments: choices.treatments, areApplied: isFree },
    (treatments) => setChoices((latest) => ({ ...latest, treatments })),
  );
  const isReady = !people.looking.busy && !people.isBehind;
  const adjusted = adjustments(choices, clock);
  const form = useFocusOnReturn(saving);
  const previewed = usePreview(spec, run.rowCount);
  const citation = previewed.preview?.citation ?? null;
  return (
    <form
      ref={form}
      data-line="top"
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady || saving.kind === 'under way' || saving.kind === 'saved') return;
        keepChoices(choices, clock);
        people.save((treatments) => props.onSave(specWith({ ...choices, treatments })));
      }}
    >
      <Flex data-scrolls data-wraps>
        <PresetList
          offered={offered}
          value={preset}
          onChange={(next) => setChoices(withPreset(choices, next, clock))}
        />
        <Flex direction="column" flex="1 1 240px" miw={0} className={classes.side}>
          <Stack gap={12} px={20} py={14} data-scrolls className={classes.choices}>
            <Text c="var(--text-2)">{preset.line}</Text>
            <LinkAge run={run} c="var(--text-2)" />
            {isFree ? (
              <SavedContents {...{ shownFields, identity, choices }} onChange={change} />
            ) : (
              <DialogNote>{preset.about}</DialogNote>
            )}
            {isNetwork(choices) && (
              <NetworkPart
                {...{ network, offer }}
                onChange={(changed) => change({ network: changed })}
              />
            )}
            {/* A dataset always has its own. */}
            {preset.holds !== 'folder' && (
              <Checkbox
                label="Methods sheet"
                description={sheetWords(preset, isList)}
                checked={choices.methods}
                onChange={(event) => change({ methods: event.currentTarget.checked })}
              />
            )}
            {isFree && <Citation text={citation} />}
            {preset.options.length > 0 && (
              <Part title="Adjust" summary={adjusted === 0 ? 'Default' : `${adjusted} changed`}>
                <Adjust
                  options={preset.options}
                  format={format}
                  onChange={(next) => change({ format: next })}
                />
              </Part>
            )}
            {isFree && (
              <PrivacyPart
                treatments={choices.treatments}
                hasSheet={choices.methods}
                people={people}
                onChange={(treatments) => setChoices((latest) => ({ ...latest, treatments }))}
              />
            )}
            <OtherRuns chosen={choices.otherRuns} onChange={(otherRuns) => change({ otherRuns })} />
          </Stack>
          <Preview {...previewed} />
        </Flex>
      </Flex>
      <SaveFoot {...props} isReady={isReady} />
    </form>
  );
}

/** After an export that saved nothing, focuses the button that tries again. */
function useFocusOnReturn({ kind }: Saving): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef(kind);
  useEffect(() => {
    const isBack = before.current === 'under way' && kind !== 'under way';
    before.current = kind;
    if (isBack) form.current?.querySelector<HTMLElement>('[data-next-step]')?.focus();
  }, [kind]);
  return form;
}

interface PresetListProps {
  offered: readonly Preset[];
  value: Preset;
  onChange: (preset: Preset) => void;
}

/** The first presets are for most people. */
const mostUsed = 3;

/** The presets, each with what it writes. */
function PresetList({ offered, value, onChange }: PresetListProps) {
  const [isWhole, setIsWhole] = useState(() => offered.indexOf(value) >= mostUsed);
  const [shown, more] = isWhole
    ? [offered, []]
    : [offered.slice(0, mostUsed), offered.slice(mostUsed)];
  return (
    <Radio.Group
      className={classes.presets}
      label="For"
      labelProps={{ px: 12, fw: 600 }}
      value={value.id}
      onChange={(id) => onChange(offered.find((one) => one.id === id) ?? value)}
    >
      {shown.map(({ id, label, brief }, at) => (
        <Radio
          key={id}
          ref={at === mostUsed && id !== value.id ? takeFocus : undefined}
          value={id}
          label={label}
          description={brief}
          className={classes.preset}
          // On the radio itself it would hide that this one is chosen.
          wrapperProps={{ 'data-hovers': true }}
          classNames={{ description: classes.brief }}
          data-preset={id}
        />
      ))}
      {more.length > 0 && (
        <QuietButton mt={4} ml={4} onClick={() => setIsWhole(true)}>
          More formats
        </QuietButton>
      )}
    </Radio.Group>
  );
}

/**
 * The same is in the methods sheet. Its height is reserved, so that nothing below moves when it arrives
 * with the preview (null before).
 */
const Citation = ({ text }: { text: string | null }) => (
  <Group
    component="section"
    aria-label="How to cite"
    gap={8}
    mih={citationHeight}
    wrap="nowrap"
    align="start"
  >
    <Text span fw={500} w={76} lh="16px" style={{ flexShrink: 0 }}>
      How to cite
    </Text>
    <Text size="xs" flex={1} c="var(--text-2)" dir="auto">
      {text}
    </Text>
    {text !== null && <CopyButton text={() => text}>Copy</CopyButton>}
  </Group>
);

/** Height in px of two lines. */
const citationHeight = 32;

interface AdjustProps {
  options: readonly FormatOption[];
  format: FormatOptions;
  onChange: (format: FormatOptions) => void;
}

const Adjust = ({ options, format, onChange }: AdjustProps) => (
  <SimpleGrid cols={2} spacing={20} verticalSpacing={14}>
    {options.map(({ key, label, help, choices }) => {
      const value = format[key];
      const change = (next: string | boolean): void => onChange(withOption(format, key, next));
      return (
        <div key={key} data-option={key}>
          {typeof value === 'boolean' ? (
            <Checkbox
              label={label}
              description={help}
              checked={value}
              onChange={(event) => change(event.currentTarget.checked)}
            />
          ) : (
            <Choice
              label={label}
              description={help}
              choices={choices.map((one) => ({ value: String(one.value), label: one.label }))}
              value={String(value)}
              onChange={change}
            />
          )}
        </div>
      );
    })}
  </SimpleGrid>
);

// Below the form: the buttons, the progress, or the outcome.

interface SaveFootProps {
  saving: Saving;
  /** Whether the choices can be saved now. */
  isReady: boolean;
  onCancel: () => void;
  onClose: () => void;
}

export function SaveFoot({ saving, isReady, onCancel, onClose }: SaveFootProps) {
  switch (saving.kind) {
    case 'under way':
      return <UnderWay exportId={saving.exportId} onCancel={onCancel} onClose={onClose} />;
    case 'saved':
      return (
        <Foot
          words={
            <div aria-live="polite">
              <p>{savedWords(saving.saved)}</p>
              {savedNotes(saving.saved).map((note) => (
                <DialogNote key={note}>{note}</DialogNote>
              ))}
            </div>
          }
        >
          {canShowInFolder && (
            <Button variant="default" onClick={() => void showSaved(saving.exportId)}>
              Show in folder
            </Button>
          )}
          <Button data-next-step onClick={onClose}>
            Done
          </Button>
        </Foot>
      );
    default:
      return (
        <Foot
          words={
            saving.kind === 'problem' ? (
              <ProblemText problem={saving.problem} />
            ) : (
              <DialogNote>
                {isReady
                  ? 'Saving makes no call.'
                  : 'You can save once the search for people under Privacy is done.'}
              </DialogNote>
            )
          }
        >
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady} data-next-step leftSection={<Download />}>
            {saving.kind === 'problem' ? 'Try again' : 'Save'}
          </Button>
        </Foot>
      );
  }
}

/** `children`: buttons. */
const Foot = ({ words, children }: { words: ReactNode; children: ReactNode }) => (
  <Group gap={8} wrap="nowrap" flex="none" p="12px 20px" data-line="top" data-stays>
    <Box flex={1} mah={132} me={12} style={{ overflow: 'auto' }}>
      {words}
    </Box>
    {children}
  </Group>
);

function UnderWay(props: Omit<SaveFootProps, 'saving' | 'isReady'> & { exportId: string }) {
  const running = useExport(props.exportId);
  const { words, share } = progressWords(running);
  return (
    <Foot
      words={
        <>
          <Progress aria-label="Saving" value={(share ?? 0) * 100} size="sm" mb={6} />
          <DialogNote>{words}</DialogNote>
        </>
      }
    >
      <Button ref={takeFocus} variant="default" onClick={props.onClose}>
        Continue in background
      </Button>
      <Button variant="default" disabled={running === null} onClick={props.onCancel}>
        Cancel saving
      </Button>
    </Foot>
  );
}

/** The focused button was removed. */
const takeFocus = (next: HTMLElement | null): void => next?.focus();

// The first rows as they will be written; with privacy, also as they were before.

type PreviewMode = 'table' | 'text' | 'before';
const lookLabels: Record<PreviewMode, string> = { table: 'Table', text: 'Text', before: 'Before' };

function Preview({ preview, problem }: PreviewState) {
  const [wanted, setWanted] = useState<PreviewMode>('table');
  const contents = preview?.contents ?? null;
  const looks = contents !== null || preview === null ? [] : looksOf(preview);
  const look = looks.includes(wanted) ? wanted : 'table';
  return (
    <Flex
      component="section"
      direction="column"
      flex="none"
      h="clamp(140px, 26dvh, 212px)"
      bg="var(--sunken)"
      data-line="top"
      aria-label="Preview"
    >
      <Group gap={12} wrap="nowrap" h={40} px={20}>
        <h3>Preview</h3>
        <Text size="xs" flex={1} c="var(--text-2)" aria-live="polite">
          {contents !== null || preview === null
            ? ''
            : preview.network !== null
              ? sizeWords(preview)
              : `${countOf(preview.of, 'row')}, ${countOf(preview.header.length, 'column')} will be written`}
        </Text>
        {looks.length > 1 && (
          <SegmentedControl
            aria-label="Preview as"
            data={looks.map((value) => ({ value, label: lookLabels[value] }))}
            value={look}
            onChange={(value) => setWanted(value)}
          />
        )}
      </Group>
      <TableArea data-scrolls data-line="top" className={classes.area} aria-label="First rows">
        {problem !== null ? (
          <ProblemText problem={problem} />
        ) : contents !== null ? (
          <Facts names={250} px={20} py={12} className={classes.contents}>
            {contents.map(({ name, words }) => (
              <Fact key={name} name={name}>
                {words}
              </Fact>
            ))}
          </Facts>
        ) : (
          preview !== null && <PreviewRows preview={preview} look={look} />
        )}
      </TableArea>
    </Flex>
  );
}

const looksOf = ({ text, before }: ExportPreview): PreviewMode[] => [
  'table',
  ...(text === null ? [] : (['text'] as const)),
  ...(before === null ? [] : (['before'] as const)),
];

function PreviewRows({ preview, look }: { preview: ExportPreview; look: PreviewMode }) {
  if (look === 'text') {
    return (
      <Box component="pre" dir="ltr" miw="max-content" px={20} py={8} lh="18px">
        {preview.text}
      </Box>
    );
  }
  const { header, rows } = look === 'before' && preview.before !== null ? preview.before : preview;
  return (
    <DataTable
      look="small"
      className={classes.table}
      head={header}
      rows={rows.map((cells) => cells.map((text) => text?.slice(0, shownCharacters)))}
    />
  );
}

/** A cell of the preview shows only the beginning of a text. */
const shownCharacters = 200;

/** Delay in ms: long enough for a second choice, short enough to feel responsive. */
const pauseMs = 150;
const previewed = 8;

interface PreviewState {
  /** The preview of the latest choice that was answered; null before the first. */
  preview: ExportPreview | null;
  problem: Problem | null;
}

/**
 * Loads the first rows as they will be written, shortly after each choice, and again when rows have
 * arrived.
 */
function usePreview(spec: ExportChoice, rowCount: number): PreviewState {
  // Equal choices are a new object each time.
  const [key] = useDebouncedValue(JSON.stringify(spec), pauseMs);
  const [rows, setRows] = useState(rowCount);
  const [exportId] = useState(() => crypto.randomUUID());
  useEffect(() => () => void act('export.cancel', { exportId }), [exportId]);
  const { value, problem, isPending } = useAsked({
    key: [exportId],
    version: [key, rows],
    ask: () => previewRows(exportId, spec, previewed),
  });
  // One at a time: of a large run, a preview takes longer than a page.
  if (rows !== rowCount && !isPending) setRows(rowCount);
  return { preview: value, problem };
}
