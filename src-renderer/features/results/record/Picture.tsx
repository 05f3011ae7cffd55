import { useState } from 'react';
import { showPage } from '#renderer/state/app.ts';
import { usePictures } from '#renderer/state/preferences.ts';
import { linkAddress } from '../values/links.ts';
import classes from './Record.module.css';

/**
 * A picture from where a row says it is; nothing unless the person turned pictures on. Over https
 * only, without cookies and without saying where it is shown: the policy of the window sees to that.
 */
export function Picture({ value, label }: { value: unknown; label: string }) {
  const isOn = usePictures();
  const address = typeof value === 'string' ? linkAddress(value) : null;
  const [failed, setFailed] = useState<string | null>(null);
  if (!isOn || address?.startsWith('https:') !== true) return null;
  if (failed === address) {
    return <p className={classes.noPicture}>The picture could not be loaded.</p>;
  }
  return (
    <img
      src={address}
      alt={label}
      loading="lazy"
      decoding="async"
      className={classes.picture}
      onError={() => setFailed(address)}
    />
  );
}

/** Where a picture would be, and who decides; nothing while pictures are on. */
export function PicturesOff() {
  const isOn = usePictures();
  if (isOn) return null;
  return (
    <p className={classes.noPicture}>
      Pictures are not loaded: their sites would learn what you look at.{' '}
      <button type="button" className={classes.link} onClick={() => showPage('settings')}>
        Settings
      </button>
    </p>
  );
}
