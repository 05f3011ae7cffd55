import { CloseButton } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { Platform } from '#shared/catalogue/types.ts';
import type { Trouble } from '#shared/contract/trouble.ts';
import { platformNames } from '../../components/platforms.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { showPage, useApp, useSnapshot } from '../../state/app.ts';
import classes from './Shell.module.css';

const keyOf = ({ platform, state, message }: Trouble): string =>
  `trouble ${platform ?? ''} ${state} ${message ?? ''}`;

/** Above a question: what the service reports of the platform it is asked of. */
export function TroubleBanner({ platform }: { platform: Platform | null }) {
  const trouble = useSnapshot((snapshot) => snapshot.trouble);
  const dismissed = useApp((state) => state.dismissedNotices);
  const found = trouble.find(
    (one) => one.platform === null || (platform !== null && one.platform === platform),
  );
  const isShown = found !== undefined && !dismissed.includes(keyOf(found));
  return (
    // There from the start, so that a screen reader hears what is put into it.
    <output className={classes.live} aria-label="Service trouble">
      {isShown && (
        <span className={classes.banner} data-phase={found.phase}>
          <TriangleAlert />
          <span className={classes.bannerWords}>
            {sentence(found)} Calls may fail or take longer, and failed ones may be counted.{' '}
            <TextLink onClick={() => showPage('status')}>See the service’s status</TextLink>
          </span>
          <CloseButton
            aria-label="Dismiss"
            onClick={() => useApp.setState({ dismissedNotices: [...dismissed, keyOf(found)] })}
          />
        </span>
      )}
    </output>
  );
}

/** “The service reports Forum as degraded: …” */
function sentence({ platform, state, message }: Trouble): string {
  const what = platform === null ? 'itself' : platformNames[platform];
  const head = `The service reports ${what} as “${state.replaceAll(/[_-]+/g, ' ')}”`;
  return message === null ? `${head}.` : `${head}: ${message.replace(/\.?$/, '.')}`;
}
