import type { ReactNode } from 'react';
import { assertNever } from '#shared/assert-never.ts';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import type { OpenedView } from '#shared/contract/view.ts';
import { ChartsView } from './charts/ChartsView.tsx';
import { SummaryView } from './summary/SummaryView.tsx';
import type { RunView } from './view-state.ts';

interface ModeBodyProps {
  run: Run;
  tab: Tab;
  resource: Resource | null;
  /** In the order of the table. */
  columns: readonly Column[];
  mode: RunView['mode'];
  opened: OpenedView | null;
  /** The rows themselves. */
  children: ReactNode;
}

/** Rows, or what is to be seen in them. */
export function ModeBody(props: ModeBodyProps) {
  const { run, tab, resource, columns, mode, opened, children } = props;
  switch (mode) {
    case 'table':
    case 'pages':
      return children;
    case 'summary':
      return <SummaryView {...{ run, tab, columns }} looked={opened} />;
    case 'charts':
      return <ChartsView {...{ run, tab, resource, columns }} looked={opened} />;
    default:
      return assertNever(mode);
  }
}
