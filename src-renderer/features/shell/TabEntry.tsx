import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Tab } from '#shared/contract/snapshot.ts';
import { PlatformIcon } from '../../components/platforms.tsx';
import { useApp, useRun, useSnapshot } from '../../state/app.ts';
import { showTab } from '../../state/workspace.ts';
import { closeTabWithUndo } from './close-tab.tsx';
import { endpointOf, tabMark, tabTitle, type TabMark } from './tab-title.ts';
import classes from './TabBar.module.css';

const markWords: Record<NonNullable<TabMark>, string> = {
  working: 'fetching',
  failed: 'needs attention',
};

/** A tab: what is asked, whether it works or failed, and the button that closes it. */
export function TabEntry({ tab, index, active }: { tab: Tab; index: number; active: boolean }) {
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
        <span className={classes.title} dir="auto">
          {title}
        </span>
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
