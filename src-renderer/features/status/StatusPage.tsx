/** The service's status: as it reports it, and as measured from this computer. */
import { RotateCw, SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServiceAnswer, ServicePage } from '#shared/contract/service.ts';
import { readMetrics, readHistory, readStatus } from '#shared/service/status.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { Page, PageHint } from '#renderer/components/page/Page.tsx';
import { clockTime } from '#renderer/components/words.ts';
import { showPage, useSnapshot } from '#renderer/state/app.ts';
import {
  readServicePages,
  useAreRead,
  useReadServicePages,
  type ServicePageState,
  useServicePage,
} from '#renderer/state/service-pages.ts';
import { AnswerSection, SharedProblem, sharedProblem } from './AnswerSection.tsx';
import { MetricsTable, Reach, StatusParts, Timeline } from './StatusParts.tsx';
import { SupportSection } from './SupportSection.tsx';

const pages: ServicePage[] = ['health', 'status', 'history', 'metrics'];

const showStatus = ({ value }: ServiceAnswer): ReactNode | null => {
  const report = readStatus(value);
  return report === null ? null : <StatusParts report={report} />;
};

const showTimeline = ({ value }: ServiceAnswer): ReactNode | null => {
  const events = readHistory(value);
  return events === null ? null : <Timeline events={events} />;
};

const showMetrics = ({ isJson, text }: ServiceAnswer): ReactNode | null => {
  const read = isJson ? null : readMetrics(text);
  return read === null || read.metrics.length === 0 ? null : <MetricsTable read={read} />;
};

export function StatusPage() {
  useReadServicePages(pages);
  const label = useSnapshot(({ profile }) => profile?.label ?? '');
  const states = new Map<ServicePage, ServicePageState>([
    ['health', useServicePage('health')],
    ['status', useServicePage('status')],
    ['history', useServicePage('history')],
    ['metrics', useServicePage('metrics')],
  ]);
  const shownAbove = sharedProblem([...states.values()].map(({ problem }) => problem));
  return (
    <Page title="Service status" aside={<HeadActions label={label} />}>
      {shownAbove !== null && <SharedProblem problem={shownAbove} states={states} />}
      <AnswerSection
        page="status"
        title="Now"
        readableName="Status"
        readable={showStatus}
        shownAbove={shownAbove}
      />
      <Reach states={states} />
      <AnswerSection
        page="history"
        title="History"
        readableName="Timeline"
        readable={showTimeline}
        shownAbove={shownAbove}
      />
      <AnswerSection page="health" title="Health" shownAbove={shownAbove} />
      <AnswerSection
        page="metrics"
        title="Metrics"
        readable={showMetrics}
        shownAbove={shownAbove}
      />
      <SupportSection isPageRead={useAreRead(pages)} />
    </Page>
  );
}

function HeadActions({ label }: { label: string }) {
  const { busy, answer } = useServicePage('status');
  return (
    <>
      <PageHint>
        {label}
        {answer !== null && `, asked at ${clockTime(new Date(answer.at))}`}
      </PageHint>
      {/* Up here, nothing that arrives later moves it. */}
      <SmallButton icon={SquareTerminal} onClick={() => showPage('request')}>
        Open Request
      </SmallButton>
      <SmallButton loading={busy} icon={RotateCw} onClick={() => void readServicePages(pages)}>
        Check again
      </SmallButton>
    </>
  );
}
