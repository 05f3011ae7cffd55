import { CloseButton } from '@mantine/core';
import { Info } from 'lucide-react';
import type { Notice } from '#shared/contract/run.ts';
import { useApp } from '../../state/app.ts';
import classes from './Shell.module.css';

const keyOf = (notice: Notice): string => `${notice.code} ${notice.message}`;

/** What the program has to say about itself: a damaged file it set aside, tabs it can't keep. */
export function Notices() {
  const ofMain = useApp((state) => state.snapshot?.notices);
  const ofWindow = useApp((state) => state.windowNotices);
  const dismissed = useApp((state) => state.dismissedNotices);
  const shown = [...(ofMain ?? []), ...ofWindow].filter(
    (notice) => !dismissed.includes(keyOf(notice)),
  );
  return shown.map((notice) => (
    <div key={keyOf(notice)} className={classes.notice} data-notice={notice.code}>
      <Info />
      <p>{notice.message}</p>
      <CloseButton
        aria-label="Dismiss"
        onClick={() => useApp.setState({ dismissedNotices: [...dismissed, keyOf(notice)] })}
      />
    </div>
  ));
}
