/** Which service and keys are in use, what the plan allows, what was spent. Shows no key, ever. */
import { useState } from 'react';
import { FullPage } from '../../components/page/Page.tsx';
import { useIsSample, useSnapshot } from '../../state/app.ts';
import { readServicePages } from '../../state/service-pages.ts';
import classes from './AccountPage.module.css';
import { CallsByRun } from './CallsByRun.tsx';
import { CallsSection } from './CallsSection.tsx';
import { KeysSection } from './keys/KeysSection.tsx';
import type { KeyTask } from './keys/dialogs.tsx';
import { PlanPanel } from './plan/PlanPanel.tsx';
import { ServiceSection } from './ServiceSection.tsx';

export function AccountPage() {
  const profileId = useSnapshot(({ profile }) => profile?.id ?? '');
  // A verdict or a question about one service's key says nothing about another's.
  return <AccountOf key={profileId} />;
}

function AccountOf() {
  const [task, setTask] = useState<KeyTask | null>(null);
  const credentials = useSnapshot((snapshot) => snapshot.credentials);
  const isSample = useIsSample();
  const token = credentials.find(({ kind }) => kind === 'sessionToken');
  const signIn = () =>
    setTask(
      token === undefined
        ? { kind: 'add', what: 'sessionToken' }
        : { kind: 'replace', credential: token },
    );
  const change = (next: KeyTask | null) => {
    // With another sign-in the pages that one refused are read again.
    if (next === null && isAboutToken(task)) void readServicePages(['plan', 'usage']);
    setTask(next);
  };
  return (
    <FullPage title="Account">
      <div className={classes.split}>
        <div className={classes.main}>
          <div className={classes.column}>
            <ServiceSection />
            <KeysSection task={task} setTask={change} />
            <CallsSection />
            <CallsByRun />
          </div>
        </div>
        <aside className={classes.rail} aria-label="Plan and usage">
          <PlanPanel onSignIn={isSample ? () => setTask(null) : signIn} />
        </aside>
      </div>
    </FullPage>
  );
}

const isAboutToken = (task: KeyTask | null): boolean =>
  (task?.kind === 'add' && task.what === 'sessionToken') ||
  (task?.kind === 'replace' && task.credential.kind === 'sessionToken');
