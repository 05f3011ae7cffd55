/** The service's status: as it reports it, and as measured from this computer. */
import { FileSearch, RotateCw, SquareTerminal } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Box, Button, Checkbox, Stack, Text } from '@mantine/core';
import type { ServiceAnswer, ServicePage } from '#shared/contract/service.ts';
import { readMetrics } from './metrics.ts';
import type { ReadMetrics } from './metrics.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import {
  Card,
  CardRow,
  Footnote,
  Page,
  PageHint,
  Section,
} from '#renderer/components/page/Page.tsx';
import { bytesInWords, clockTime, countOf, upperFirst } from '#renderer/components/words.ts';
import { showPage, useApp, useSnapshot } from '#renderer/state/app.ts';
import { isRead, type ServicePageState, useServicePage } from '#renderer/state/service-pages.ts';
import { hasWords } from '#renderer/components/find.ts';
import { Fact, Facts, FramedTable } from '#renderer/components/tables.tsx';
import { FoldedSection, PlainText } from '#renderer/components/texts.tsx';
import { SearchRow } from '#renderer/components/SearchBox.tsx';
import type { SupportPreview } from '#shared/contract/saved.ts';
import { CopyButton } from '#renderer/components/copy.tsx';
import { DialogBody, DialogButtons, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { call } from '#renderer/state/act.ts';
import { saveFile } from '#renderer/state/exports.ts';
import { AnswerSection, SharedProblem, sharedProblem } from './AnswerSection.tsx';

const showMetrics = ({ isJson, text }: ServiceAnswer): ReactNode | null => {
  const read = isJson ? null : readMetrics(text);
  return read === null || read.metrics.length === 0 ? null : <MetricsTable read={read} />;
};

export function StatusPage() {
  const label = useSnapshot(({ profile }) => profile?.label ?? '');
  const states = new Map<ServicePage, ServicePageState>([
    ['health', useServicePage('health')],
    ['status', useServicePage('status')],
    ['history', useServicePage('history')],
    ['metrics', useServicePage('metrics')],
  ]);
  const shownAbove = sharedProblem([...states.values()].map(({ problem }) => problem));
  return (
    <Page title="Service status" aside={<HeadActions {...{ label, states }} />}>
      {shownAbove !== null && <SharedProblem problem={shownAbove} states={states} />}
      <AnswerSection page="status" title="Now" shownAbove={shownAbove} />
      <Reach states={states} />
      <AnswerSection page="history" title="History" shownAbove={shownAbove} />
      <FoldedSection title="Technical details">
        <Stack gap={28} mt={12}>
          <AnswerSection page="health" title="Health" shownAbove={shownAbove} />
          <AnswerSection
            page="metrics"
            title="Metrics"
            readable={showMetrics}
            shownAbove={shownAbove}
          />
        </Stack>
      </FoldedSection>
      <SupportSection isPageRead={[...states.values()].every(isRead)} />
    </Page>
  );
}

type States = ReadonlyMap<ServicePage, ServicePageState>;

function HeadActions({ label, states }: { label: string; states: States }) {
  const { isPending, value } = useServicePage('status');
  const again = (): void => {
    for (const state of states.values()) state.again();
  };
  return (
    <>
      <PageHint>
        {label}
        {value !== null && `, asked at ${clockTime(new Date(value.at))}`}
      </PageHint>
      {/* Up here, nothing that arrives later moves it. */}
      <SmallButton icon={SquareTerminal} onClick={() => showPage('request')}>
        Open Request
      </SmallButton>
      <SmallButton loading={isPending} icon={RotateCw} onClick={again}>
        Check again
      </SmallButton>
    </>
  );
}

// What is measured from this computer, and the service's counters.

/** Whether the service responds to this computer, and how fast: measured with the requests below. */
function Reach({ states }: { states: States }) {
  const address = useSnapshot(({ profile }) => profile?.address ?? '');
  return (
    <Section title="Response times">
      <Card>
        <Facts look="tiles">
          {[...states].map(([page, state]) => {
            const { words, ok } = reachOf(state);
            return (
              <Fact key={page} name={upperFirst(page)}>
                <Text inherit c={ok === false ? 'var(--danger)' : undefined}>
                  {words}
                </Text>
              </Fact>
            );
          })}
        </Facts>
      </Card>
      <Footnote>
        Times from this computer to {address} and back. None of these counts as a call.
      </Footnote>
    </Section>
  );
}

function reachOf({ value, problem, isPending }: ServicePageState): { words: string; ok?: boolean } {
  if (problem !== null) {
    const { status, ms } = problem.details ?? { status: null, ms: null };
    return status === null
      ? { words: problem.call === 'noCall' && ms !== null ? 'Not reached' : 'Not asked', ok: false }
      : { words: `Answered ${status} in ${inMs(ms ?? 0)}`, ok: false };
  }
  if (value !== null) return { words: inMs(value.ms), ok: true };
  return { words: isPending ? 'Asking…' : '–' };
}

const inMs = (ms: number): string => (ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`);

/** Limits the rows, since the table has no scroll area of its own that would trap the mouse wheel. */
const mostShown = 100;

/** The service's counters, as a searchable table. */
function MetricsTable({ read: { metrics, unread } }: { read: ReadMetrics }) {
  const [words, setWords] = useState('');
  const found = useMemo(
    () => metrics.filter(({ name, labels, help }) => hasWords([name, labels, help], words)),
    [metrics, words],
  );
  return (
    <div>
      <SearchRow
        label="Search metrics"
        search={words}
        onSearch={setWords}
        found={
          words.trim() === ''
            ? countOf(metrics.length, 'metric')
            : `${found.length} of ${countOf(metrics.length, 'metric')}`
        }
      />
      <FramedTable
        name="Metrics as a table"
        head={['Name', 'Labels', 'Value']}
        isNamed
        isNumber={(column) => column === 2}
        rows={found.slice(0, mostShown).map(({ name, help, labels, value }) => [
          <>
            <Box component="code" lh="16px" data-breaks>
              {name}
            </Box>
            {help !== null && (
              <Text span size="xs" display="block" c="dimmed">
                {help}
              </Text>
            )}
          </>,
          <Text component="code" key="labels" fz={12} lh="16px" c="var(--text-2)" data-breaks>
            {labels.replaceAll('",', '", ')}
          </Text>,
          value,
        ])}
      />
      {found.length > mostShown && (
        <Text inherit fz={12} pt={6} c="dimmed">
          {found.length - mostShown} more: search to see them.
        </Text>
      )}
      {unread > 0 && (
        <Text inherit fz={12} pt={6} c="dimmed">
          {countOf(unread, 'line')} in another format: see Raw.
        </Text>
      )}
    </div>
  );
}

// The support bundle: previewed before it is saved, and saved exactly as previewed.

/** @param isPageRead whether everything above has its final height. */
export function SupportSection({ isPageRead }: { isPageRead: boolean }) {
  const [withQuestions, setWithQuestions] = useState(false);
  const [preview, setPreview] = useState<SupportPreview | null>(null);
  const looking = useAction();
  const previewButton = useRef<HTMLButtonElement>(null);
  const isAsked = useApp(({ isSupportAsked }) => isSupportAsked);
  const wasAsked = useRef(false);
  useEffect(() => {
    const button = previewButton.current;
    if (isAsked) {
      useApp.setState({ isSupportAsked: false });
      button?.focus({ preventScroll: true });
      wasAsked.current = true;
    }
    // Scrolls again when the content above has grown, unless the person moved the focus elsewhere.
    const isHere = wasAsked.current && button === document.activeElement;
    if (isHere) button?.scrollIntoView({ block: 'center' });
    if (isPageRead) wasAsked.current = false;
  }, [isAsked, isPageRead]);
  const close = (): void => setPreview(null);
  const look = async () => {
    const made = await call('support.preview', { withQuestions });
    if (made.ok) setPreview(made.value);
    return made.ok ? null : made.error;
  };

  return (
    <Section title="Support bundle">
      <Card>
        <CardRow
          icon={<FileSearch />}
          title="One file for whoever helps you"
          detail={
            <>
              <p>
                Versions, settings, the last failures with what the service said, counted calls and
                the state of what is saved. Never a key. You read it before it is saved, and nothing
                is sent anywhere.
              </p>
              <Checkbox
                mt={8}
                label="Include what was asked: search words, names and IDs of failed questions"
                checked={withQuestions}
                onChange={(event) => setWithQuestions(event.currentTarget.checked)}
              />
            </>
          }
          actions={
            <SmallButton
              ref={previewButton}

              loading={looking.busy}
              onClick={() => looking.run(look)}
            >
              Preview…
            </SmallButton>
          }
        />
      </Card>
      <ActionProblem action={looking} />
      <DialogOf of={preview} onClose={close} title="Support bundle" size="xl">
        {(shown) => <Preview preview={shown} onClose={close} />}
      </DialogOf>
    </Section>
  );
}

function Preview({ preview, onClose }: { preview: SupportPreview; onClose: () => void }) {
  const saving = useAction();

  return (
    <DialogBody>
      <Text inherit c="var(--text-2)">
        This is all that will be in the file ({bytesInWords(new Blob([preview.text]).size)}).
      </Text>
      <PlainText label="The support bundle’s text" text={preview.text} />
      <ActionProblem action={saving} />
      <DialogButtons>
        <CopyButton variant="default" text={() => preview.text}>
          Copy
        </CopyButton>
        <Button
          loading={saving.busy}
          onClick={() =>
            saving.run(() =>
              saveAndReport(saveFile({ of: 'support', id: preview.id }), { onSaved: onClose }),
            )
          }
        >
          Save…
        </Button>
      </DialogButtons>
    </DialogBody>
  );
}
