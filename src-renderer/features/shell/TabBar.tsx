import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useSnapshot } from '../../state/app.ts';
import { showStartPage } from '../../state/workspace.ts';
import { TabEntry } from './TabEntry.tsx';
import classes from './TabBar.module.css';

/**
 * One entry per open question. Buttons and no `tablist`: a tab may not contain its close button
 * (axe, nested-interactive).
 */
export function TabBar() {
  const tabs = useSnapshot(({ workspace }) => workspace.tabs);
  const activeTab = useSnapshot(({ workspace }) => workspace.activeTab);
  const strip = useRef<HTMLUListElement>(null);
  const bar = useRef<HTMLElement>(null);
  const shown = useRef(tabs.length);
  useLayoutEffect(() => {
    const isClosed = tabs.length < shown.current;
    shown.current = tabs.length;
    // The focus went with the tab that was closed: it goes to the one on screen now.
    if (isClosed && document.activeElement === document.body) {
      bar.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
    }
  }, [tabs]);
  return (
    <nav ref={bar} aria-label="Open questions" className={classes.bar}>
      <ul
        ref={strip}
        className={classes.strip}
        onWheel={(event) => {
          // A wheel turns up and down, tabs lie side by side.
          if (event.deltaX === 0) strip.current?.scrollBy({ left: event.deltaY });
        }}
      >
        {tabs.map((tab, index) => (
          <TabEntry key={tab.id} tab={tab} index={index} active={tab.id === activeTab} />
        ))}
      </ul>
      <button
        type="button"
        className={classes.add}
        aria-label="Choose a question"
        aria-current={activeTab === null ? 'page' : undefined}
        title="Choose a question"
        onClick={showStartPage}
      >
        <Plus />
      </button>
    </nav>
  );
}
