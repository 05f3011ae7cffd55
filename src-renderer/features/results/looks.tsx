/** The ways to look at rows. A new one is a file, and a line here: toolbar, palette and bars follow. */
import {
  AlignLeft,
  BookOpen,
  ChartColumn,
  IdCard,
  Images,
  List,
  MessagesSquare,
  Table2,
  Waypoints,
} from 'lucide-react';
import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { persistently } from '#renderer/components/hooks.ts';
import { ChartsView } from './charts/ChartsView.tsx';
import { ReadLook } from './ReadLook.tsx';
import { ConversationArea, ThreadFacts, ThreadTools } from './conversation/Conversation.tsx';
import { ColumnsButton, SilentColumns } from './columns/ColumnsButton.tsx';
import { CopyMenu, SelectedCells } from './copy/CopyItems.tsx';
import { PicturesArea, SaveMedia } from './pictures/Wall.tsx';
import { RecordCard } from './record/RecordFields.tsx';
import { TableArea } from './RowsArea.tsx';
import type { Look, LookedAt } from './rows-scope.ts';
import { SummaryView } from './summary/SummaryView.tsx';
import { UseRowsMenu } from './use-value/UseRows.tsx';
import { DuplicatesButton } from './view/ViewTools.tsx';

/** What most looks have alike. */
const ofRows: Pick<Look, 'fits' | 'uses'> = {
  fits: ({ isOne, hasRows }) => hasRows && !isOne,
  uses: { view: true, clock: true },
};

const table: Look = {
  id: 'table',
  label: 'Table',
  icon: Table2,
  fits: ({ hasRows }) => hasRows,
  uses: { view: true, grid: 'rows', clock: true },
  tools: [ColumnsButton, DuplicatesButton],
  facts: [SilentColumns, SelectedCells, UseRowsMenu, CopyMenu],
  Body: TableArea,
};

/** What became of each input of a list: the table with other rows. */
const inputs: Look = {
  ...table,
  id: 'inputs',
  label: 'Inputs',
  icon: List,
  fits: ({ isOne, hasList }) => hasList && !isOne,
  ofInputs: true,
};

/** One item after the other, with a person's own codes. */
const read: Look = {
  ...ofRows,
  id: 'read',
  label: 'Read',
  icon: BookOpen,
  Body: ReadLook,
};

/** Comments and replies below what they answer. */
const conversation: Look = {
  id: 'conversation',
  label: 'Conversation',
  icon: MessagesSquare,
  fits: ({ isOne, hasRows, hasAnswers }) => hasRows && hasAnswers && !isOne,
  leads: ({ resource }) => resource.endsWith('.comment'),
  uses: { view: true, threads: true, grid: 'rows', clock: true },
  tools: [ThreadTools, DuplicatesButton],
  facts: [ThreadFacts, SelectedCells, UseRowsMenu, CopyMenu],
  Body: ConversationArea,
};

/** An answer with one item has a card, but no summary or charts. */
const card: Look = {
  id: 'card',
  label: 'Card',
  icon: IdCard,
  fits: ({ isOne }) => isOne,
  uses: { clock: true },
  Body: RecordCard,
};

const summary: Look = {
  ...ofRows,
  id: 'summary',
  label: 'Summary',
  icon: AlignLeft,
  Body: SummaryView,
};

const charts: Look = {
  ...ofRows,
  id: 'charts',
  label: 'Charts',
  icon: ChartColumn,
  Body: ChartsView,
};

/** Loaded when it is looked at first: what draws it is as large as the rest of a look ten times over. */
const NetworkBody = lazy(async () => ({
  default: (await persistently(() => import('./network/NetworkLook.tsx'))).NetworkLook,
}));

/** Who is connected with whom, or what with what. */
const network: Look = {
  id: 'network',
  label: 'Network',
  icon: Waypoints,
  fits: ({ isOne, hasRows, hasNetwork }) => hasRows && hasNetwork && !isOne,
  uses: { view: true },
  Body: () => (
    <Suspense fallback={<Box flex={1} />}>
      <NetworkBody />
    </Suspense>
  ),
};

/** A tile for each row, with its pictures. */
const pictures: Look = {
  id: 'pictures',
  label: 'Pictures',
  icon: Images,
  fits: ({ isOne, hasRows, hasMedia }) => hasRows && hasMedia && !isOne,
  leads: ({ resource }) => /^(?:photoshare|shortvideo)\./.test(resource),
  uses: { view: true, grid: 'tiles', clock: true },
  tools: [DuplicatesButton],
  facts: [SelectedCells, SaveMedia, UseRowsMenu, CopyMenu],
  Body: PicturesArea,
};

/** The first that fits is shown until another is chosen. */
const looks = [card, table, inputs, summary, charts, read, network, pictures, conversation];

/** Returns the looks that a run with rows has, in the order of the toolbar. */
export function looksOf(of: LookedAt): Look[] {
  const rankOf = (look: Look): number =>
    look.leads?.(of) === true ? looks.indexOf(inputs) + 0.5 : looks.indexOf(look);
  return looks.filter(({ fits }) => fits(of)).toSorted((a, b) => rankOf(a) - rankOf(b));
}
