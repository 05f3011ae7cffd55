import { ArrowUpDown, Key } from 'lucide-react';
import { callsThisSession, credentialName } from '../../components/credentials/credential-words.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import { timeLeft, type TimeLeft } from '../../components/credentials/time-left.ts';
import { useMinute } from '../../components/use-minute.ts';
import { useApp, useIsSample, useSnapshot } from '../../state/app.ts';
import classes from './Sidebar.module.css';

/** Which service, which key, and what was spent: always in sight. */
export function SidebarFoot() {
  const label = useSnapshot(({ profile }) => profile?.label ?? '');
  const isSample = useIsSample();
  const calls = useSnapshot((snapshot) => snapshot.calls.session);
  // Of the service itself it says what the service reports, and no more.
  const isFine = useApp(
    ({ connection, snapshot }) => connection === 'heard' && (snapshot?.trouble.length ?? 0) === 0,
  );
  return (
    <footer className={classes.foot} aria-label="In use">
      <p>
        <span className={classes.dotPlace}>
          <span className={classes.dot} data-state={isFine ? 'fine' : 'trouble'} />
        </span>
        <span className={classes.footText} title={label}>
          {label}
        </span>
      </p>
      <p>
        <Key size={14} />
        <CredentialInUse />
      </p>
      <p>
        <ArrowUpDown size={14} />
        <span className={classes.footText}>{callsThisSession(calls, isSample)}</span>
      </p>
    </footer>
  );
}

/** A trial key says how long it lasts: that is what one wants to know of it. */
function CredentialInUse() {
  const credential = useSnapshot((snapshot) => snapshot.credential);
  const left = useTimeLeft(credential);
  const isTrial = credential?.kind === 'trialKey';
  return (
    <span className={classes.footText} data-urgency={isTrial ? left?.urgency : undefined}>
      {isTrial && left !== null
        ? `Trial key · ${lowerFirst(left.words)}`
        : credentialName(credential)}
    </span>
  );
}

function useTimeLeft(credential: CredentialStatus | null): TimeLeft | null {
  const now = useMinute();
  return credential === null ? null : timeLeft(credential, now);
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
