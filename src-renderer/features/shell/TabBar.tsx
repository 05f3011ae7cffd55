import { ActionIcon, Menu, Text } from '@mantine/core';
import { ChevronDown, Plus } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { endpointOf, useTabNames } from '#renderer/components/names.ts';
import { PlatformIcon } from '#renderer/components/platforms.tsx';
import { PageMenu } from '#renderer/components/popups.tsx';
import { useSnapshot } from '#renderer/state/app.ts';
import { showStartPage, showTab } from '#renderer/state/workspace.ts';
import { TabEntry } from './TabEntry.tsx';
import classes from './TabBar.module.css';

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
  const isFull = useOverflow(strip);
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
      {isFull && <AllTabs names={names} />}
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

/** The open questions as a list, if they don’t fit side by side. */
function AllTabs({ names }: { names: ReadonlyMap<string, string> }) {
  const tabs = useSnapshot(({ workspace }) => workspace.tabs);
  const activeTab = useSnapshot(({ workspace }) => workspace.activeTab);
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const label = `All ${tabs.length} open questions`;
  return (
    <PageMenu position="bottom-end" width={320}>
      <Menu.Target>
        <ActionIcon size="md" className={classes.all} aria-label={label} title={label}>
          <ChevronDown />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.allList}>
        {tabs.map((tab) => (
          <Menu.Item
            key={tab.id}
            aria-current={tab.id === activeTab ? 'page' : undefined}
            leftSection={
              <PlatformIcon
                platform={endpointOf(catalogue, tab.query)?.platform ?? null}
                size={14}
              />
            }
            onClick={() => showTab(tab.id)}
          >
            <Text inherit truncate dir="auto">
              {names.get(tab.id)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </PageMenu>
  );
}

/** Whether the tabs need more room than there is. */
function useOverflow(strip: RefObject<HTMLUListElement | null>): boolean {
  const [isFull, setFull] = useState(false);
  useLayoutEffect(() => {
    const element = strip.current;
    if (element === null) return undefined;
    const measure = (): void => setFull(element.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const tab of element.children) observer.observe(tab);
    const others = new MutationObserver(() => {
      for (const tab of element.children) observer.observe(tab);
      measure();
    });
    others.observe(element, { childList: true });
    measure();
    return () => {
      observer.disconnect();
      others.disconnect();
    };
  }, [strip]);
  return isFull;
}
