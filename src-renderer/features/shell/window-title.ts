import { useEffect } from 'react';
import { useApp } from '../../state/app.ts';
import { pageLabels } from './pages.ts';
import { tabTitle } from './tab-title.ts';

const product = 'Social Data Explorer';

/** Names the window after what is on screen: "Posts: city trees – Social Data Explorer". */
export function useWindowTitle(): void {
  const shown = useApp(({ page, snapshot, runs }) => {
    if (page !== 'explore') return pageLabels[page];
    const tab = snapshot?.workspace.tabs.find(({ id }) => id === snapshot.workspace.activeTab);
    return snapshot === null || tab === undefined ? null : tabTitle(snapshot.catalogue, tab, runs);
  });
  useEffect(() => {
    document.title = shown === null ? product : `${shown} – ${product}`;
  }, [shown]);
}
