import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { noticeHost, watchPointer } from './notice-host.ts';
import classes from './Notices.module.css';

/** Mantine's notifications, in the strip. */
export function NoticeStrip() {
  useEffect(() => {
    noticeHost.classList.add(classes.host ?? '');
    return watchPointer();
  }, []);
  return (
    <Notifications
      position="bottom-right"
      portalProps={{ target: noticeHost }}
      className={classes.strip}
      containerWidth="none"
      autoClose={6000}
      limit={3}
    />
  );
}
