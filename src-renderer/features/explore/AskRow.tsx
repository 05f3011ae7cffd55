/** Asking, what it costs, and the way to the request itself. */
import { Button } from '@mantine/core';
import { CodeXml, CornerDownLeft, Database, Lock } from 'lucide-react';
import { useRef } from 'react';
import type { DataEndpoint, Resource } from '#shared/catalogue/types.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { isSameQuestion } from '#shared/query/values.ts';
import { useOfferedButton } from '../../components/commands/commands.ts';
import { CollectButton } from '../../components/collect/CollectButton.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { useLasting } from '../../components/use-lasting.ts';
import { useIsSample, useRun } from '../../state/app.ts';
import { openTab } from '../../state/workspace.ts';
import { isEmptyQuery } from './arrange.ts';
import { AskNote } from './AskNote.tsx';
import classes from './AskRow.module.css';
import { canPage, usualRows } from './cost-line.ts';
import { changeFormView } from './form-view.ts';
import { useCostLine } from './use-cost-line.ts';
import { TrialClosed, useTrialLimit } from './TrialClosed.tsx';
import type { QueryForm } from './use-query-form.ts';

interface AskRowProps {
  tab: Tab;
  endpoint: DataEndpoint;
  resource: Resource | null;
  form: QueryForm;
  requestId: string;
  /** Several pages were asked for with the panel of a button that is locked from now on. */
  onAsked: (button: HTMLElement | null) => void;
}

/** A quick answer comes before a sentence about waiting could be read. */
const noticeableMs = 400;

export function AskRow(props: AskRowProps) {
  const { tab, endpoint, form, requestId } = props;
  const { requestOpen } = form.view;
  const limit = useTrialLimit(endpoint, tab.query);
  return (
    <div className={classes.ask}>
      {/* A page that is under way is still waited for. */}
      {limit !== null && !form.locked ? (
        <TrialClosed tab={tab} limit={limit} onFast={() => form.setValue('responseType', 'fast')} />
      ) : (
        <Asking {...props} />
      )}
      <Button
        className={classes.request}
        variant="subtle"
        color="gray"
        leftSection={<CodeXml size={16} strokeWidth={1.75} aria-hidden />}
        aria-expanded={requestOpen}
        aria-controls={requestOpen ? requestId : undefined}
        onClick={() => changeFormView(tab.id, { requestOpen: !requestOpen })}
      >
        Request
      </Button>
    </div>
  );
}

function Asking(props: AskRowProps) {
  const { tab, endpoint, form } = props;
  const saysLocked = useLasting(form.locked, noticeableMs);
  return (
    <>
      <FirstPage {...props} />
      {canPage(endpoint, tab.query) && <SeveralPages {...props} />}
      {saysLocked ? <LockNote tab={tab} /> : <Cost {...props} />}
    </>
  );
}

function FirstPage({ tab, endpoint, resource, form }: AskRowProps) {
  const button = useOfferedButton('ask', {
    title: 'Get first page',
    detail: useCostLine(endpoint, resource, tab.query).price,
    icon: CornerDownLeft,
  });
  return (
    <Button
      ref={button}
      type="submit"
      // One accent button at a time: once answered, the next step is below.
      variant={form.answered || form.locked ? 'default' : 'filled'}
      disabled={form.locked}
      rightSection={<CornerDownLeft size={14} strokeWidth={1.75} aria-hidden />}
    >
      Get first page
    </Button>
  );
}

function SeveralPages({ tab, endpoint, form, onAsked }: AskRowProps) {
  const run = useRun(tab.runId);
  const place = useRef<HTMLDivElement>(null);
  // Answers to another question say little about this one.
  const isSeen = run !== null && isSameQuestion(endpoint, run.query, tab.query);
  return (
    <div ref={place} className={classes.several}>
      <CollectButton
        label="Get several pages…"
        size="sm"
        position="bottom-start"
        disabled={form.locked}
        about={{
          endpoint,
          usualRows: usualRows(endpoint, tab.query),
          seen: isSeen ? run : null,
          goesOn: false,
        }}
        startWith={{ pages: '10', rows: '' }}
        mayOpen={form.check}
        onStart={(limit) => {
          if (form.submit(limit)) onAsked(place.current?.querySelector('button') ?? null);
        }}
      />
    </div>
  );
}

function Cost({ tab, endpoint, resource, form }: AskRowProps) {
  const isSample = useIsSample();
  const { price, amount } = useCostLine(endpoint, resource, tab.query);
  const offersExample = isSample && isEmptyQuery(endpoint, tab.query);
  return (
    <AskNote icon={Database}>
      <p>
        {price} {amount !== null && <span className={classes.amount}>{amount}</span>}
      </p>
      {offersExample && (
        <TextLink
          alone
          disabled={form.locked}
          onClick={() => {
            form.setValues(endpoint.example);
            changeFormView(tab.id, { focusOn: '' });
          }}
        >
          Use an example
        </TextLink>
      )}
    </AskNote>
  );
}

function LockNote({ tab }: { tab: Tab }) {
  const { endpointId, ...question } = tab.query;
  return (
    <AskNote icon={Lock}>
      <p className={classes.lockWords}>
        <span className={classes.long}>The question is </span>locked while pages come in.
      </p>
      <TextLink alone onClick={() => openTab(endpointId, question)}>
        Ask another in a new tab
      </TextLink>
    </AskNote>
  );
}
