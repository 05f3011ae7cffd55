import { Button } from '@mantine/core';
import { Ticket } from 'lucide-react';
import type { Tab } from '#shared/contract/snapshot.ts';
import { showPage } from '../../state/app.ts';
import { chooseDataFrom, useHasStored } from './data-from.ts';
import classes from './QueryForm.module.css';

/** In the place of asking: why a trial key can't ask this, and the ways out. */
export function TrialClosed({ tab }: { tab: Tab }) {
  const hasStored = useHasStored(tab.query.endpointId);
  return (
    <>
      {hasStored && (
        <Button onClick={() => chooseDataFrom(tab.id, 'stored')}>Use stored data</Button>
      )}
      <Button variant={hasStored ? 'default' : 'filled'} onClick={() => showPage('account')}>
        Add an access key…
      </Button>
      <div className={classes.cost} role="note">
        <Ticket size={16} strokeWidth={1.75} aria-hidden />
        <p>
          A trial key can’t fetch live data.{' '}
          {hasStored ? 'Ask the stored data, or use a full access key.' : 'This needs a full key.'}
        </p>
      </div>
    </>
  );
}
