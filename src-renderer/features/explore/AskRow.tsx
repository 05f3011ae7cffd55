/** Asking, what it costs, and the way to the request itself. */
import { Button, UnstyledButton } from '@mantine/core';
import { CodeXml, CornerDownLeft, Database, Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Endpoint, Resource } from '#shared/catalogue/types.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { useSnapshot } from '../../state/app.ts';
import { openTab } from '../../state/workspace.ts';
import { isEmptyQuery } from './arrange.ts';
import { costLine } from './cost-line.ts';
import { changeFormView } from './form-view.ts';
import classes from './QueryForm.module.css';
import type { QueryForm } from './use-query-form.ts';

interface AskRowProps {
  tab: Tab;
  endpoint: Endpoint;
  resource: Resource | null;
  form: QueryForm;
  requestId: string;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function AskRow(props: AskRowProps) {
  const { tab, form, requestId } = props;
  const { requestOpen } = form.view;
  const saysLocked = useLasting(form.locked);
  return (
    <div className={classes.ask}>
      <Button
        type="submit"
        // One accent button at a time: once answered, the next step is below.
        variant={form.answered || form.locked ? 'default' : 'filled'}
        disabled={form.locked}
        rightSection={<CornerDownLeft size={14} strokeWidth={1.75} aria-hidden />}
      >
        Get first page
      </Button>
      {saysLocked ? <LockNote tab={tab} /> : <Cost {...props} />}
      <Button
        className={classes.request}
        variant="subtle"
        color="gray"
        leftSection={<CodeXml {...icon} />}
        aria-expanded={requestOpen}
        aria-controls={requestOpen ? requestId : undefined}
        onClick={() => changeFormView(tab.id, { requestOpen: !requestOpen })}
      >
        Request
      </Button>
    </div>
  );
}

function Cost({ tab, endpoint, resource, form }: AskRowProps) {
  const isSample = useSnapshot(({ profile }) => profile?.id === 'sample');
  const { price, amount } = costLine(endpoint, resource, tab.query, isSample);
  const offersExample = isSample && isEmptyQuery(endpoint, tab.query);
  return (
    <div className={classes.cost}>
      <Database {...icon} />
      <p>
        {price} {amount !== null && <span className={classes.amount}>{amount}</span>}
      </p>
      {offersExample && (
        <UnstyledButton
          className={classes.link}
          disabled={form.locked}
          onClick={() => {
            form.setValues(endpoint.example);
            changeFormView(tab.id, { focusOn: '' });
          }}
        >
          Use an example
        </UnstyledButton>
      )}
    </div>
  );
}

function LockNote({ tab }: { tab: Tab }) {
  const { endpointId, ...question } = tab.query;
  return (
    <div className={classes.cost}>
      <Lock {...icon} />
      <p>The question is locked while pages come in.</p>
      <UnstyledButton className={classes.link} onClick={() => openTab(endpointId, question)}>
        Ask another in a new tab
      </UnstyledButton>
    </div>
  );
}

/** A quick answer comes before a sentence about waiting could be read. */
const noticeableMs = 400;

function useLasting(state: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!state) return undefined;
    const timer = setTimeout(() => setLasts(true), noticeableMs);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [state]);
  return state && lasts;
}
