import { ActionIcon, Box, Menu, Text, VisuallyHidden } from '@mantine/core';
import { ArrowRightToLine, Copy, Pencil, X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import type { Tab } from '#shared/contract/snapshot.ts';
import { differenceAt, endpointOf } from '#renderer/components/names.ts';
import { Dot } from '#renderer/components/page/Page.tsx';
import { PlatformIcon } from '#renderer/components/platforms.tsx';
import { type MenuEntry, MenuItems, PageMenu } from '#renderer/components/popups.tsx';
import { useRun, useSnapshot } from '#renderer/state/app.ts';
import { renameTab } from '#renderer/state/history.ts';
import { duplicateTab, showTab } from '#renderer/state/workspace.ts';
import { closeTabs } from './close-tab.tsx';
import { tabMark, type TabMark } from './titles.ts';
import classes from './TabBar.module.css';

const markWords: Record<NonNullable<TabMark>, string> = {
  working: 'fetching',
  failed: 'needs attention',
};

interface TabEntryProps {
  tab: Tab;
  /** Unique among the tabs. */
  name: string;
  active: boolean;
}

/** The tab being renamed; stored here so that the palette can start it too. */
const useRenaming = create<{ tabId: string | null }>()(() => ({ tabId: null }));

export const startRenaming = (tabId: string): void => useRenaming.setState({ tabId });

/** A tab: its question, whether it is running or failed, and its actions. */
export function TabEntry({ tab, name, active }: TabEntryProps) {
  const platform = useSnapshot(
    ({ catalogue }) => endpointOf(catalogue, tab.query)?.platform ?? null,
  );
  const mark = tabMark(useRun(tab.runId));
  const entry = useRef<HTMLLIElement>(null);
  const show = useRef<HTMLButtonElement>(null);
  const isRenaming = useRenaming(({ tabId }) => tabId === tab.id);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  useInSight(entry, active);
  // The distinguishing part remains visible, however much of the name is truncated.
  const differenceStart = differenceAt(name);
  const openMenu = (event: MouseEvent): void => {
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    // In some systems the menu key gives no position.
    const isByKey = event.clientX === 0 && event.clientY === 0;
    setMenuAt(isByKey ? { x: box.left, y: box.bottom } : { x: event.clientX, y: event.clientY });
  };

  return (
    <li
      ref={entry}
      className={classes.tab}
      data-active={active}
      onAuxClick={(event) => {
        if (event.button === 1) closeTabs([tab.id]);
      }}
    >
      {isRenaming ? (
        <NameField
          tab={tab}
          name={name}
          onDone={() => {
            useRenaming.setState({ tabId: null });
            requestAnimationFrame(() => show.current?.focus());
          }}
        />
      ) : (
        <button
          ref={show}
          type="button"
          className={classes.show}
          aria-current={active ? 'page' : undefined}
          aria-keyshortcuts="F2"
          title={name}
          onClick={() => showTab(tab.id)}
          onContextMenu={openMenu}
          onDoubleClick={() => startRenaming(tab.id)}
          onKeyDown={({ key }) => {
            if (key === 'F2') startRenaming(tab.id);
          }}
        >
          {platform !== null && <PlatformIcon platform={platform} />}
          <Text span inherit truncate flex={1} miw={0} dir="auto">
            {name.slice(0, differenceStart)}
          </Text>
          {differenceStart < name.length && (
            <span className={classes.difference}>{name.slice(differenceStart)}</span>
          )}
          {mark !== null && (
            <Dot {...(mark === 'working' ? { isWorking: true, pulses: true } : { tone: 'danger' })}>
              <VisuallyHidden>, {markWords[mark]}</VisuallyHidden>
            </Dot>
          )}
        </button>
      )}
      <ActionIcon
        size={22}
        className={classes.close}
        aria-label={`Close ${name}`}
        onClick={() => closeTabs([tab.id])}
      >
        <X size={14} />
      </ActionIcon>
      {menuAt !== null && (
        <TabMenu
          tab={tab}
          at={menuAt}
          onClose={() => {
            setMenuAt(null);
            show.current?.focus();
          }}
        />
      )}
    </li>
  );
}

/** Keeps the tab on screen visible: it grows with its name and mark, the strip with the window. */
function useInSight(entry: React.RefObject<HTMLLIElement | null>, active: boolean): void {
  useEffect(() => {
    const shown = active ? entry.current : null;
    if (shown === null) return undefined;
    const reveal = (): void => shown.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    reveal();
    const observer = new ResizeObserver(reveal);
    for (const element of [shown, shown.parentElement]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [active, entry]);
}

/** Enter or leaving the field saves the name, Escape doesn't; an empty name restores the question’s. */
function NameField({ tab, name, onDone }: { tab: Tab; name: string; onDone: () => void }) {
  const [typed, setTyped] = useState(tab.name ?? name);
  const isDone = useRef(false);
  const finish = (isKept: boolean): void => {
    if (isDone.current) return;
    isDone.current = true;
    if (isKept && typed !== (tab.name ?? name)) renameTab(tab, typed);
    onDone();
  };
  return (
    <input
      // The person just requested it, and continues typing.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      className={classes.name}
      aria-label="Name of the tab"
      maxLength={200}
      value={typed}
      spellCheck={false}
      autoComplete="off"
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') finish(true);
        else if (event.key === 'Escape') finish(false);
        else return;
        event.preventDefault();
      }}
    />
  );
}

interface TabMenuProps {
  tab: Tab;
  at: { x: number; y: number };
  onClose: () => void;
}

function TabMenu({ tab, at, onClose }: TabMenuProps) {
  const tabs = useSnapshot(({ workspace }) => workspace.tabs);
  const others = tabs.filter(({ id }) => id !== tab.id).map(({ id }) => id);
  const right = tabs.slice(tabs.indexOf(tab) + 1).map(({ id }) => id);
  const top: MenuEntry[] = [
    [Pencil, 'Rename', () => startRenaming(tab.id)],
    [Copy, 'Duplicate', () => duplicateTab(tab.id)],
  ];
  const bottom: MenuEntry[] = [
    [X, 'Close', () => closeTabs([tab.id])],
    ...(others.length === 0
      ? []
      : [[X, 'Close others', () => closeTabs(others)] satisfies MenuEntry]),
    ...(right.length === 0
      ? []
      : [[ArrowRightToLine, 'Close to the right', () => closeTabs(right)] satisfies MenuEntry]),
  ];
  return (
    <PageMenu opened onClose={onClose} position="bottom-start" width={200} returnFocus={false}>
      <Menu.Target>
        <Box pos="fixed" w={0} h={0} left={at.x} top={at.y} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems items={top} />
        <Menu.Divider />
        <MenuItems items={bottom} />
      </Menu.Dropdown>
    </PageMenu>
  );
}
