import { ArrowUpDown, Command as CommandIcon, Key } from 'lucide-react';
import { isWorking } from '#shared/contract/run-phase.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import { Brand } from '../../components/texts.tsx';
import { countOf, keyNames, lowerFirst } from '../../components/words.ts';
import {
  pageAbove,
  pageAddress,
  type PageName,
  pageNames,
  showPage,
  useApp,
  useIsSample,
  useSnapshot,
} from '../../state/app.ts';
import { openPalette } from '../palette/CommandPalette.tsx';
import { pageIcons, pageLabels } from './titles.ts';
import { QuestionList } from './QuestionList.tsx';
import classes from './Sidebar.module.css';
import {
  callsThisSession,
  credentialName,
  timeLeft,
  type TimeLeft,
} from '../../components/credentials/credential-words.ts';
import { useMinute } from '../../components/hooks.ts';
import { useIsRefused } from '../../state/key-tests.ts';

/** Pages, questions, and which service and key are in use. */
export function Sidebar() {
  return (
    <div className={classes.sidebar}>
      <Navigation />
      <QuestionList />
      <SidebarFoot />
    </div>
  );
}

function Navigation() {
  const shown = useApp((state) => state.page);
  const hiddenWork = useHiddenWork();
  return (
    <nav aria-label="Pages" className={classes.pages}>
      <div className={classes.brand}>
        <Brand size={20} />
        <span>Social Data Explorer</span>
        <button
          type="button"
          className={classes.commands}
          aria-label="Commands"
          aria-keyshortcuts="Control+K Meta+K"
          title={`Everything you can do here (${keyNames('Ctrl+K')})`}
          onClick={openPalette}
        >
          <CommandIcon aria-hidden />
        </button>
      </div>
      {pageNames.map((page) => {
        const Icon = pageIcons[page];
        return (
          <a
            key={page}
            href={pageAddress(page)}
            className={classes.page}
            aria-current={currentOf(page, shown)}
            // A description of the link, whose name stays as it is.
            title={
              page === 'history' && hiddenWork > 0
                ? `${countOf(hiddenWork, 'run')} in progress`
                : undefined
            }
            onClick={(event) => {
              // With a modifier the browser opens a window of its own.
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              showPage(page);
            }}
          >
            <Icon />
            {pageLabels[page]}
            {page === 'history' && hiddenWork > 0 && <span className={classes.atWork} />}
          </a>
        );
      })}
    </nav>
  );
}

/** How many runs are at work that no tab shows: History has them, and *Stop*. */
function useHiddenWork(): number {
  const tabs = useSnapshot(({ workspace }) => workspace.tabs);
  return useApp(
    ({ runs }) =>
      Object.values(runs).filter(
        ({ id, state }) => isWorking(state) && tabs.every(({ runId }) => runId !== id),
      ).length,
  );
}

/** The page itself, or the one above it. */
function currentOf(page: PageName, shown: PageName): 'page' | 'true' | undefined {
  if (page === shown) return 'page';
  return Object.entries(pageAbove).some(([inner, above]) => inner === shown && above === page)
    ? 'true'
    : undefined;
}

/** Which service, which key, and what was spent: always in sight. */
function SidebarFoot() {
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

/** A refused key says so; a trial key says how long it lasts. */
function CredentialInUse() {
  const credential = useSnapshot((snapshot) => snapshot.credential);
  const left = useTimeLeft(credential);
  const isTrial = credential?.kind === 'trialKey';
  const isRefused = useIsRefused(credential);
  if (credential !== null && isRefused) {
    // Short, so that the word beside it leaves the last characters in sight.
    const name = credentialName({ ...credential, name: credential.name ?? 'Key' });
    return (
      <>
        <span className={classes.footText} title={name}>
          {name}
        </span>
        <span className={classes.refused}>refused</span>
      </>
    );
  }
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
