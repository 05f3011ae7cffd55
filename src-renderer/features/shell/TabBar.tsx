import { Plus, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Text, ActionIcon, VisuallyHidden } from '@mantine/core';
import type { Tab } from '#shared/contract/snapshot.ts';
import { useApp, useRun, useSnapshot } from '../../state/app.ts';
import { showStartPage, showTab } from '../../state/workspace.ts';
import classes from './TabBar.module.css';
import { PlatformIcon } from '../../components/platforms.tsx';
import { closeTabWithUndo } from './close-tab.tsx';
import { endpointOf, tabMark, type TabMark, tabTitle } from './titles.ts';

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

const markWords: Record<NonNullable<TabMark>, string> = {
  working: 'fetching',
  failed: 'needs attention',
};

/** A tab: what is asked, whether it works or failed, and the button that closes it. */
function TabEntry({ tab, index, active }: { tab: Tab; index: number; active: boolean }) {
  const runs = useApp((state) => state.runs);
  const title = useSnapshot(({ catalogue }) => tabTitle(catalogue, tab, runs));
  const platform = useSnapshot(({ catalogue }) => endpointOf(catalogue, tab)?.platform ?? null);
  const mark = tabMark(useRun(tab.runId));
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const shown = active ? entry.current : null;
    if (shown === null) return undefined;
    const reveal = (): void => shown.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    reveal();
    // A tab grows with its title and its mark; the strip shrinks with the window.
    const observer = new ResizeObserver(reveal);
    for (const element of [shown, shown.parentElement]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [active]);

  return (
    <li
      ref={entry}
      className={classes.tab}
      data-active={active}
      onAuxClick={(event) => {
        if (event.button === 1) closeTabWithUndo(tab, index, title);
      }}
    >
      <button
        type="button"
        className={classes.show}
        aria-current={active ? 'page' : undefined}
        title={title}
        onClick={() => showTab(tab.id)}
      >
        {platform !== null && <PlatformIcon platform={platform} className={classes.icon} />}
        <Text span inherit truncate flex={1} miw={0} dir="auto">
          {title}
        </Text>
        {mark !== null && (
          <span className={classes.mark} data-mark={mark}>
            <VisuallyHidden>, {markWords[mark]}</VisuallyHidden>
          </span>
        )}
      </button>
      <ActionIcon
        size={22}
        className={classes.close}
        aria-label={`Close ${title}`}
        onClick={() => closeTabWithUndo(tab, index, title)}
      >
        <X size={14} />
      </ActionIcon>
    </li>
  );
}
