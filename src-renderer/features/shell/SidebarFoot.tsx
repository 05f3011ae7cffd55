import { ArrowUpDown, Key } from 'lucide-react';
import { callsThisSession, credentialName } from '../../components/credentials/credential-words.ts';
import { useApp, useSnapshot } from '../../state/app.ts';
import classes from './Sidebar.module.css';

/** Which service, which key, and what was spent: always in sight. */
export function SidebarFoot() {
  const label = useSnapshot(({ profile }) => profile?.label ?? '');
  const isSample = useSnapshot(({ profile }) => profile?.id === 'sample');
  const credential = useSnapshot((snapshot) => snapshot.credential);
  const calls = useSnapshot((snapshot) => snapshot.calls.session);
  const heard = useApp((state) => state.connection === 'heard');
  return (
    <footer className={classes.foot} aria-label="In use">
      <p>
        <span className={classes.dotPlace}>
          <span className={classes.dot} data-heard={heard} />
        </span>
        <span className={classes.footText} title={label}>
          {label}
        </span>
      </p>
      <p>
        <Key size={14} />
        <span className={classes.footText}>{credentialName(credential)}</span>
      </p>
      <p>
        <ArrowUpDown size={14} />
        <span className={classes.footText}>{callsThisSession(calls, isSample)}</span>
      </p>
    </footer>
  );
}
