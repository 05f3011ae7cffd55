import { Button } from '@mantine/core';
import { Ticket } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Endpoint } from '#shared/catalogue/types.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import type { Query } from '#shared/query/types.ts';
import { showPage, useSnapshot } from '../../state/app.ts';
import { AskNote } from './AskNote.tsx';
import { chooseDataFrom, useHasStored } from './data-from.ts';
import { trialLimit, type TrialLimit } from './trial-limit.ts';

/** Why the question can't be asked with the key in use; null when it can. */
export function useTrialLimit(endpoint: Endpoint, query: Query): TrialLimit | null {
  const isTrial = useSnapshot(({ credential }) => credential?.kind === 'trialKey');
  return isTrial ? trialLimit(endpoint, query) : null;
}

const words: Record<TrialLimit, string> = {
  live: 'A trial key can’t get live data.',
  paging: 'A trial key can’t have everything: it gets one page.',
  csv: 'A trial key can’t have a CSV made by the service.',
};

interface TrialClosedProps {
  tab: Tab;
  limit: TrialLimit;
  /** Asks for the first page at once instead. */
  onFast: () => void;
}

const openAccount = (): void => showPage('account');

/** The accent button, which Enter presses in any field of the form. It asks nothing. */
const wayOut = (act: () => void) => ({
  type: 'submit' as const,
  onClick: (event: MouseEvent) => {
    event.preventDefault();
    act();
  },
});

/** In the place of asking: why a trial key can't ask this, and the ways out. */
export function TrialClosed({ tab, limit, onFast }: TrialClosedProps) {
  const hasStored = useHasStored(tab.query.endpointId);
  const isLive = limit === 'live';
  const hasOther = !isLive || hasStored;
  return (
    <>
      {isLive && hasStored && (
        <Button {...wayOut(() => chooseDataFrom(tab.id, 'stored'))}>Use stored data</Button>
      )}
      {!isLive && <Button {...wayOut(onFast)}>Take the first page at once</Button>}
      <Button
        variant={hasOther ? 'default' : 'filled'}
        {...(hasOther ? { onClick: openAccount } : wayOut(openAccount))}
      >
        Add an access key…
      </Button>
      <AskNote icon={Ticket} role="note">
        <p>
          {words[limit]} {hasOther ? '' : 'This needs a full key.'}
        </p>
      </AskNote>
    </>
  );
}
