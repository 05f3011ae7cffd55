import { ActionIcon, Box, Group, Text, VisuallyHidden } from '@mantine/core';
import { ChevronDown, Plus, ArrowRightToLine, Copy, Pencil, X } from 'lucide-react';
import {
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  useEffect,
} from 'react';
import { afterPress } from '#renderer/components/hooks.ts';
import { endpointOf, useTabNames, differenceAt } from '#renderer/components/names.ts';
import { PlatformIcon } from '#renderer/components/platforms.tsx';
import { ActionMenu } from '#renderer/components/actions.tsx';
import { useSnapshot, useRun } from '#renderer/state/app.ts';
import { open, useOpen } from '#renderer/state/open.ts';
import { showStartPage, showTab, duplicateTab } from '#renderer/state/workspace.ts';
import classes from './TabBar.module.css';
import type { Tab, Workspace } from '#shared/contract/snapshot.ts';
import { Dot } from '#renderer/components/page/Page.tsx';
import { renameTab } from '#renderer/state/history.ts';
import { actionsOnRun } from '../history/run-actions.tsx';
import { closeTabs } from './close-tab.tsx';
import { tabMark, type TabMark } from './titles.ts';

/**
 * One entry per open question. Buttons instead of a `tablist`, because a tab may not contain its close
 * button (axe, nested-interactive).
 */
export function TabBar() {
  const tabs = useSnapshot(({ workspace }) => workspace.tabs);
  const activeTab = useSnapshot(({ workspace }) => workspace.activeTab);
  const names = useTabNames();
  const strip = useRef<HTMLUListElement>(null);
  const bar = useRef<HTMLElement>(null);
  const shown = useRef(tabs.length);
  const isFull = useOverflow(strip, tabs);
  useLayoutEffect(() => {
    const isClosed = tabs.length < shown.current;
    shown.current = tabs.length;
    // The focus was in the closed tab: moves it to the current one.
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
          // A wheel scrolls vertically, but tabs are side by side.
          if (event.deltaX === 0) strip.current?.scrollBy({ left: event.deltaY });
        }}
      >
        {tabs.map((tab) => (
          <TabEntry
            key={tab.id}
            tab={tab}
            name={names.get(tab.id) ?? ''}
            active={tab.id === activeTab}
          />
        ))}
      </ul>
      {isFull && <AllTabs {...{ tabs, activeTab, names }} />}
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

interface AllTabsProps extends Pick<Workspace, 'tabs' | 'activeTab'> {
  names: ReadonlyMap<string, string>;
}

/** The open questions as a list, if they don’t fit side by side. */
function AllTabs({ tabs, activeTab, names }: AllTabsProps) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const label = `All ${tabs.length} open questions`;
  return (
    <ActionMenu
      position="bottom-end"
      width={320}
      classNames={{ dropdown: classes.allList ?? '' }}
      sections={() => [
        tabs.map(({ id, query }) => ({
          id,
          label: names.get(id) ?? '',
          words: (
            <Group component="span" gap={8} wrap="nowrap">
              <PlatformIcon platform={endpointOf(catalogue, query)?.platform ?? null} size={14} />
              <span data-cuts dir="auto">
                {names.get(id)}
              </span>
            </Group>
          ),
          isChoice: true,
          isOn: id === activeTab,
          act: () => showTab(id),
        })),
      ]}
    >
      <ActionIcon size="md" mx={4} style={{ alignSelf: 'center' }} aria-label={label} title={label}>
        <ChevronDown />
      </ActionIcon>
    </ActionMenu>
  );
}

/** Whether the tabs need more room than there is. */
function useOverflow(strip: RefObject<HTMLElement | null>, tabs: readonly Tab[]): boolean {
  const [isFull, setFull] = useState(false);
  useLayoutEffect(() => {
    const element = strip.current;
    if (element === null) return undefined;
    const measure = (): void => setFull(element.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) observer.observe(one);
    measure();
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each tab is an element
  }, [strip, tabs]);
  return isFull;
}

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

export const startRenaming = (tabId: string): void => open({ renaming: tabId });

/** A tab: its question, whether it is running or failed, and its actions. */
function TabEntry({ tab, name, active }: TabEntryProps) {
  const platform = useSnapshot(
    ({ catalogue }) => endpointOf(catalogue, tab.query)?.platform ?? null,
  );
  const mark = tabMark(useRun(tab.runId));
  const entry = useRef<HTMLLIElement>(null);
  const show = useRef<HTMLButtonElement>(null);
  const isRenaming = useOpen(({ renaming }) => renaming === tab.id);
  const [menuAt, setMenuAt] = useState<{ left: number; top: number } | null>(null);
  useInSight(entry, active);
  // The distinguishing part remains visible, however much of the name is truncated.
  const differenceStart = differenceAt(name);
  const openMenu = (event: MouseEvent): void => {
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    // In some systems the menu key gives no position.
    const isByKey = event.clientX === 0 && event.clientY === 0;
    setMenuAt(
      isByKey ? { left: box.left, top: box.bottom } : { left: event.clientX, top: event.clientY },
    );
  };

  return (
    <li
      ref={entry}
      className={classes.tab}
      data-active={active}
      data-reveals
      onAuxClick={(event) => {
        if (event.button === 1) closeTabs([tab.id]);
      }}
    >
      {isRenaming ? (
        <NameField
          {...{ tab, name }}
          onDone={() => {
            open({ renaming: null });
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
          {/* The mark takes no room of its own: the tabs beside it stay where they are. */}
          <Box component="span" pos="relative" display="inline-flex" flex="none">
            <PlatformIcon platform={platform} />
            {mark !== null && (
              <span className={classes.mark}>
                <Dot
                  {...(mark === 'working' ? { isWorking: true, pulses: true } : { tone: 'danger' })}
                />
              </span>
            )}
          </Box>
          <Text span inherit truncate flex={1} miw={0} dir="auto">
            {name.slice(0, differenceStart)}
          </Text>
          {differenceStart < name.length && (
            <span data-cuts className={classes.difference}>
              {name.slice(differenceStart)}
            </span>
          )}
          {mark !== null && <VisuallyHidden>, {markWords[mark]}</VisuallyHidden>}
        </button>
      )}
      <ActionIcon
        size={22}
        className={classes.close}
        data-shy
        aria-label={`Close ${name}`}
        onClick={() => closeTabs([tab.id])}
      >
        <X size={14} />
      </ActionIcon>
      {menuAt !== null && <TabMenu tab={tab} at={menuAt} onClose={() => setMenuAt(null)} />}
    </li>
  );
}

/** Keeps the tab on screen visible: it grows with its name and mark, the strip with the window. */
const useInSight = (entry: React.RefObject<HTMLLIElement | null>, active: boolean): void =>
  useEffect(() => {
    const shown = active ? entry.current : null;
    if (shown === null) return undefined;
    const reveal = (): void => shown.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    reveal();
    const observer = new ResizeObserver(reveal);
    for (const element of [shown, shown.parentElement]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [active, entry]);

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
      onBlur={() => afterPress(() => finish(true))}
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
  at: { left: number; top: number };
  onClose: () => void;
}

function TabMenu({ tab, at, onClose }: TabMenuProps) {
  const tabs = useSnapshot(({ workspace }) => workspace.tabs);
  const run = useRun(tab.runId);
  const others = tabs.filter(({ id }) => id !== tab.id).map(({ id }) => id);
  const right = tabs.slice(tabs.indexOf(tab) + 1).map(({ id }) => id);
  return (
    <ActionMenu
      opened
      {...{ at, onClose }}
      label="Tab"
      position="bottom-start"
      width={200}
      sections={() => [
        [
          { label: 'Rename', icon: Pencil, keys: 'F2', act: () => startRenaming(tab.id) },
          { label: 'Duplicate', icon: Copy, act: () => duplicateTab(tab.id) },
        ],
        run === null ? [] : actionsOnRun(run),
        [
          { label: 'Close', icon: X, ids: [tab.id] },
          { label: 'Close others', icon: X, ids: others },
          { label: 'Close to the right', icon: ArrowRightToLine, ids: right },
        ].flatMap(({ ids, ...one }) =>
          ids.length === 0 ? [] : [{ ...one, act: () => closeTabs(ids) }],
        ),
      ]}
    />
  );
}
