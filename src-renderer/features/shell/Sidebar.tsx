import { Command as CommandIcon } from 'lucide-react';
import { isWorking } from '#shared/contract/run-phase.ts';
import { Brand } from '../../components/Brand.tsx';
import { keyNames } from '../../components/key-names.ts';
import { pageAddress } from '../../state/address.ts';
import { countOf } from '../../components/words.ts';
import {
  pageAbove,
  pageNames,
  showPage,
  useApp,
  useSnapshot,
  type PageName,
} from '../../state/app.ts';
import { openPalette } from '../palette/palette-state.ts';
import { pageIcons, pageLabels } from './pages.ts';
import { QuestionList } from './QuestionList.tsx';
import { SidebarFoot } from './SidebarFoot.tsx';
import classes from './Sidebar.module.css';

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
                ? `${countOf(hiddenWork, 'run')} at work`
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
