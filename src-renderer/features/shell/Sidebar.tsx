import {
  ArrowUpDown,
  ChevronDown,
  ChevronsUpDown,
  History,
  Key,
  ListTree,
  PanelLeftClose,
  PanelLeftOpen,
  Search,
  Star,
  type LucideIcon,
} from 'lucide-react';
import { ActionIcon, Box, Flex, Stack, Text, type TextProps, UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { isWorking } from '#shared/contract/run-states.ts';
import { RowButton } from '#renderer/components/buttons.tsx';
import { MenuKeys, paletteKeys, useOfferedButton } from '#renderer/components/actions.tsx';
import { Dot, pageLink, Tag } from '#renderer/components/page/Page.tsx';
import { PanelPopover } from '#renderer/components/dialog/Dialog.tsx';
import { Brand, TextLink } from '#renderer/components/texts.tsx';
import { countOf, keyNames, lowerFirst } from '#renderer/components/words.ts';
import {
  activeTabOf,
  type PageName,
  pageNames,
  showPage,
  useApp,
  useIsSample,
  useProfileId,
  useSnapshot,
} from '#renderer/state/app.ts';
import { projectName, showProjectDialog } from '#renderer/state/projects.ts';
import { loadParts } from './later.tsx';
import { pages } from './titles.ts';
import classes from './Sidebar.module.css';
import {
  callsThisSession,
  credentialName,
  timeLeft,
  urgencyColours,
} from '#renderer/components/credentials/credential-words.ts';
import { useMinute } from '#renderer/state/time.ts';
import { useIsRefused } from '#renderer/state/key-tests.ts';
import { useMediaQuery } from '@mantine/hooks';
import { changePreferences } from '#renderer/state/preferences.ts';
import { create } from 'zustand';
import type { DataEndpoint, Platform } from '#shared/catalogue/types.ts';
import { liveId } from '#shared/catalogue/data-from.ts';
import { nameOfPlatform, PlatformIcon } from '#renderer/components/platforms.tsx';
import { EntryList, useTabStop } from '#renderer/components/entries.tsx';
import { openQuestion } from '../explore/form-view.ts';
import { groupQuestions } from './questions.ts';
import { toggleStar } from '#renderer/state/workspace.ts';
import { useRunsNow } from '#renderer/state/history.ts';

/** Waits for it, if it isn’t loaded yet, but not for a person who has gone elsewhere. */
export async function openPalette(): Promise<void> {
  const before = document.activeElement;
  const parts = await loadParts();
  if (document.activeElement === before) parts.openPalette();
}

/** Pages, questions, and the current service and key. */
export const Sidebar = ({ isRail = false }: { isRail?: boolean }) => (
  <Stack gap={0} h="100%" mih={0} className={classes.sidebar} data-rail={isRail || undefined}>
    <Navigation isRail={isRail} />
    {isRail ? <QuestionsInPanel /> : <QuestionList />}
    <SidebarFoot isRail={isRail} />
  </Stack>
);

/** The questions in a panel behind a button, if there is no room for them. */
function QuestionsInPanel() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <PanelPopover
      label="Choose from all questions"
      position="right-start"
      opened={isOpen}
      onChange={setOpen}
      onClose={() => button.current?.focus()}
      // The focus moves to the form of the chosen question.
      returnFocus={false}
      width={260}
      panel={{ h: 'min(560px, calc(100dvh - 32px))' }}
      target={
        <button
          ref={button}
          type="button"
          className={classes.page}
          aria-label="Questions"
          aria-expanded={isOpen}
          title="Questions"
          onClick={() => setOpen(!isOpen)}
        >
          <ListTree />
        </button>
      }
    >
      <QuestionList onChosen={() => setOpen(false)} />
    </PanelPopover>
  );
}

function Navigation({ isRail }: { isRail: boolean }) {
  const shown = useApp((state) => state.page);
  const hiddenWork = useHiddenWork();
  return (
    <Box
      component="nav"
      aria-label="Pages"
      display="grid"
      flex="none"
      p="0 8px 8px"
      data-line="bottom"
    >
      <div className={classes.brand}>
        <BrandOrProject isRail={isRail} />
      </div>
      <UnstyledButton
        className={isRail ? classes.page : classes.jump}
        {...(isRail ? { 'aria-label': 'Search or jump…' } : {})}
        aria-keyshortcuts="Control+K Meta+K"
        title={`Everything you can do here, by name (${keyNames(paletteKeys)})`}
        onClick={() => void openPalette()}
      >
        <Search size={14} />
        {!isRail && (
          <>
            <span data-cuts className={classes.questionTitle}>
              Search or jump…
            </span>
            <MenuKeys>{keyNames(paletteKeys)}</MenuKeys>
          </>
        )}
      </UnstyledButton>
      {pageNames.map((page) => {
        const { label, icon: Icon } = pages[page];
        return (
          <a
            key={page}
            {...pageLink(page)}
            className={classes.page}
            aria-current={currentOf(page, shown)}
            aria-label={label}
            // A description of the link; its accessible name doesn't change.
            title={
              page === 'history' && hiddenWork > 0
                ? `${countOf(hiddenWork, 'run')} in progress`
                : isRail
                  ? label
                  : undefined
            }
          >
            <Icon />
            {!isRail && label}
            {page === 'history' && hiddenWork > 0 && (
              <Dot isWorking pulses {...(isRail ? atCorner : { ms: 'auto' })} />
            )}
          </a>
        );
      })}
    </Box>
  );
}

/** With the open project, for people who have several; others never see that there could be more. */
function BrandOrProject({ isRail }: { isRail: boolean }) {
  const { title, hasOthers } = useSnapshot(({ project }) => project);
  if (!hasOthers) {
    return (
      <>
        <Brand size={20} />
        {!isRail && <span>Social Data Explorer</span>}
      </>
    );
  }
  const name = projectName(title);
  return (
    <RowButton
      flex="0 1 auto"
      gap={8}
      h={28}
      ms={-4}
      px={4}
      fw={600}
      aria-label={`Project: ${name}`}
      aria-haspopup="dialog"
      title={`${name}. Open another project`}
      onClick={() => showProjectDialog('list')}
    >
      <Brand size={20} />
      {!isRail && (
        <>
          <Box component="span" miw={0} lh={1.25}>
            Social Data Explorer
            <Text span truncate display="block" fz={12} fw={400} c="var(--text-2)">
              {name}
            </Text>
          </Box>
          <ChevronsUpDown size={14} style={{ color: 'var(--text-3)' }} />
        </>
      )}
    </RowButton>
  );
}

/** Returns the number of active runs without a tab: they are in History, where they can be stopped. */
function useHiddenWork(): number {
  const tabs = useSnapshot(({ workspace }) => workspace.tabs);
  return useApp(
    ({ runs }) =>
      Object.values(runs).filter(
        ({ id, state }) => isWorking(state) && tabs.every(({ runId }) => runId !== id),
      ).length,
  );
}

/** Marks the page itself, or the one above it. */
function currentOf(page: PageName, shown: PageName): 'page' | 'true' | undefined {
  if (page === shown) return 'page';
  return pages[shown].above === page ? 'true' : undefined;
}

/** The current service, key and number of calls: always visible. */
function SidebarFoot({ isRail }: { isRail: boolean }) {
  const label = useSnapshot(({ profile }) => profile?.label ?? '');
  const isSample = useIsSample();
  const calls = useSnapshot((snapshot) => snapshot.calls.session);
  const isHeard = useApp(({ connection }) => connection === 'heard');
  return (
    <footer className={classes.foot} aria-label="In use">
      <RailSwitch isRail={isRail} />
      <p title={isRail ? label : undefined}>
        <Dot tone={isHeard ? 'ok' : 'warn'} mx={3} data-state={isHeard ? 'heard' : 'lost'} />
        <FootText title={label}>{label}</FootText>
      </p>
      <p>
        <Key size={14} />
        <CredentialInUse />
      </p>
      <p title={isRail ? callsThisSession(calls, isSample) : undefined}>
        <ArrowUpDown size={14} />
        <FootText>{callsThisSession(calls, isSample)}</FootText>
      </p>
    </footer>
  );
}

/** Not shown if the window is too small for anything but the rail. */
function RailSwitch({ isRail }: { isRail: boolean }) {
  const isSmall = useSmallWindow();
  const label = isRail ? 'Expand the sidebar' : 'Collapse the sidebar';
  const Icon = isRail ? PanelLeftOpen : PanelLeftClose;
  const offered = useOfferedButton('pages', { label, icon: Icon, keys: railKeys });
  if (isSmall) return null;
  return (
    <ActionIcon
      ref={offered}
      size={isRail ? 32 : 24}
      className={classes.quiet}
      {...(isRail ? {} : ({ pos: 'absolute', top: 8, right: 8 } as const))}
      aria-label={label}
      aria-keyshortcuts="Control+B Meta+B"
      title={`${label} (${keyNames(railKeys)})`}
      onClick={switchRail}
    >
      <Icon />
    </ActionIcon>
  );
}

/** Marks a refused key; for a trial key, shows the time left. */
function CredentialInUse() {
  const credential = useSnapshot((snapshot) => snapshot.credential);
  const now = useMinute();
  const left = credential === null ? null : timeLeft(credential, now);
  const isTrial = credential?.kind === 'trialKey';
  const isRefused = useIsRefused(credential);
  if (credential?.source === 'sample') {
    return (
      <FootText>
        <TextLink alone onClick={() => showPage('account')}>
          Connect to a service…
        </TextLink>
      </FootText>
    );
  }
  if (credential !== null && isRefused) {
    // Short, so that the last characters remain visible beside the mark.
    const name = credentialName({ ...credential, name: credential.name ?? 'Key' });
    return (
      <>
        <FootText title={name}>{name}</FootText>
        <span className={classes.refused}>refused</span>
      </>
    );
  }
  return (
    <FootText c={isTrial && left !== null ? urgencyColours[left.urgency] : undefined}>
      {isTrial && left !== null
        ? `Trial key · ${lowerFirst(left.words)}`
        : credentialName(credential)}
    </FootText>
  );
}

interface FootTextProps extends TextProps {
  title?: string;
  children: ReactNode;
}

const FootText = (props: FootTextProps) => (
  <Text span inherit truncate className={classes.footText} {...props} />
);

/** In the upper corner of an icon. */
const atCorner = { pos: 'absolute', top: 2, right: 2 } as const;

/** Of the switch between sidebar and rail, in the format of `keyNames`. */
const railKeys = 'Ctrl+B';

/** Whether the window is too narrow for rows beside a full sidebar. */
const useSmallWindow = (): boolean =>
  useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false });

/** Returns whether the sidebar is a rail. */
export function useRail(): boolean {
  const isChosen = useSnapshot(({ preferences }) => preferences.sidebar === 'rail');
  const isSmall = useSmallWindow();
  return isChosen || isSmall;
}

function switchRail(): void {
  const sidebar = useApp.getState().snapshot?.preferences.sidebar;
  void changePreferences({ sidebar: sidebar === 'rail' ? 'full' : 'rail' });
}

const starredGroup = 'starred';
const recentGroup = 'recent';
/** What the person's own groups are called; the others are of a platform. */
const ownGroups: Readonly<Record<string, { title: string; icon: LucideIcon }>> = {
  [starredGroup]: { title: 'Starred', icon: Star },
  [recentGroup]: { title: 'Recent', icon: History },
};
/** Number of recent questions. */
const mostRecent = 4;
/** Not of a platform we know. */
const otherGroup = 'other';
const groupName = (platform: Platform | null): string => platform ?? otherGroup;

/** The questions starred and asked last, then all by platform; those of one are open until others are opened. */
export function QuestionList({ onChosen }: { onChosen?: () => void }) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const starred = useSnapshot((snapshot) => snapshot.workspace.starred);
  const activeId = useActiveQuestion();
  const { opened, last } = useGroups();
  const groups = groupQuestions(catalogue);
  const listed = groups.flatMap(({ questions }) => questions);
  const asked = useAskedQuestions().filter((id) => !starred.includes(id));
  const latest = asked.filter((id) => listed.some((one) => one.id === id)).slice(0, mostRecent);
  const sections = [
    {
      group: starredGroup,
      platform: null,
      questions: listed.filter(({ id }) => starred.includes(id)),
    },
    {
      group: recentGroup,
      platform: null,
      questions: listed.filter(({ id }) => latest.includes(id)),
    },
    ...groups.map((group) => ({ group: groupName(group.platform), ...group })),
  ].filter(({ questions }) => questions.length > 0);
  const active = groups.find(({ questions }) => questions.some(({ id }) => id === activeId));
  const activeGroup = active === undefined ? undefined : groupName(active.platform);
  const first = groups[0] === undefined ? undefined : groupName(groups[0].platform);
  const isOpen = (group: string): boolean =>
    opened[group] ?? (Object.hasOwn(ownGroups, group) || group === (last ?? first));
  const keys = sections.flatMap(({ group, questions }) => [
    group,
    ...(isOpen(group) ? questions.map(({ id }) => `${group}/${id}`) : []),
  ]);
  useEffect(() => {
    if (activeGroup !== undefined) showGroup(activeGroup);
  }, [activeGroup]);
  const choose = (id: string): void => {
    onChosen?.();
    openQuestion(id);
  };
  return (
    <Flex component="nav" aria-label="Questions" direction="column" flex={1} mih={0}>
      <EntryList
        ids={keys}
        first={keys.find((key) => key.endsWith(`/${activeId}`))}
        data-scrolls
        p="6px 8px 12px"
        style={{ scrollPaddingBlock: '36px 8px' }}
      >
        {sections.map(({ group, platform, questions }) => (
          <QuestionGroup
            key={group}
            name={group}
            platform={platform}
            count={questions.length}
            open={isOpen(group)}
          >
            {questions.map((question) => {
              const rowKey = `${group}/${question.id}`;
              return (
                <QuestionEntry
                  key={question.id}
                  {...{ question, rowKey }}
                  active={!Object.hasOwn(ownGroups, group) && question.id === activeId}
                  starred={starred.includes(question.id)}
                  withPlatform={Object.hasOwn(ownGroups, group)}
                  onChoose={choose}
                />
              );
            })}
          </QuestionGroup>
        ))}
      </EntryList>
    </Flex>
  );
}

interface QuestionGroupProps {
  name: string;
  platform: Platform | null;
  count: number;
  open: boolean;
  children: ReactNode;
}

function QuestionGroup({ name, platform, count, open, children }: QuestionGroupProps) {
  const headingId = useId();
  const own = ownGroups[name];
  return (
    <div>
      <div className={classes.groupRow} data-entry={name}>
        <button
          type="button"
          className={classes.groupHead}
          aria-expanded={open}
          tabIndex={useTabStop(name)}
          onClick={() => setGroup(name, !open)}
        >
          <ChevronDown size={12} className={classes.chevron} />
          {own === undefined ? <PlatformIcon platform={platform} /> : <own.icon />}
          <Text span inherit flex={1} id={headingId}>
            {own?.title ?? nameOfPlatform(platform)}
          </Text>
          <Text span inherit c="dimmed" fw={400}>
            {count}
          </Text>
        </button>
      </div>
      {open && <ul aria-labelledby={headingId}>{children}</ul>}
    </div>
  );
}

/** Returns the live questions of this service's runs, those asked last first. */
function useAskedQuestions(): string[] {
  const runs = useRunsNow();
  const profileId = useProfileId();
  return useMemo(() => {
    const own = (runs ?? []).filter((run) => run.profileId === profileId && run.query !== null);
    return [...new Set(own.map(({ query }) => liveId(query?.endpointId ?? '')))];
  }, [runs, profileId]);
}

/** Returns the live question of the tab on screen, if there is one. */
const useActiveQuestion = (): string | null =>
  useApp(({ page, snapshot }) => {
    const tab = activeTabOf(snapshot);
    return page !== 'explore' || tab === undefined ? null : liveId(tab.query.endpointId);
  });

interface QuestionEntryProps {
  question: DataEndpoint;
  rowKey: string;
  /** Asked in the tab on screen. */
  active: boolean;
  starred: boolean;
  /** Outside its platform's group, the entry shows its platform. */
  withPlatform: boolean;
  onChoose: (id: string) => void;
}

/** A question in the sidebar, with its star. */
function QuestionEntry(props: QuestionEntryProps) {
  const { question, rowKey, active, starred, withPlatform, onChoose } = props;
  const tabIndex = useTabStop(rowKey);
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Scrolls only if chosen elsewhere, by a tab or a command: nothing should move under the pointer.
    const isChosenHere = entry.current?.closest('nav')?.contains(document.activeElement);
    if (active && isChosenHere !== true) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <li ref={entry} className={classes.entry} data-entry={rowKey} data-reveals>
      <button
        type="button"
        className={classes.question}
        data-endpoint={question.id}
        aria-current={active ? 'true' : undefined}
        tabIndex={tabIndex}
        title={question.description}
        onClick={() => onChoose(question.id)}
      >
        <span data-cuts className={classes.questionTitle}>
          {question.title}
        </span>
        {question.discovered !== null && (
          <Tag px={4} fz={10} lh="14px" fw={400} className={classes.discovered}>
            discovered
          </Tag>
        )}
        {withPlatform && <PlatformIcon platform={question.platform} />}
      </button>
      <ActionIcon
        size={24}
        {...({ pos: 'absolute', top: 2, right: 4 } as const)}
        className={classes.star}
        data-shy
        aria-label={starred ? `Unstar ${question.title}` : `Star ${question.title}`}
        aria-pressed={starred}
        tabIndex={tabIndex}
        onClick={() => toggleStar(question.id)}
      >
        <Star size={14} fill={starred ? 'currentColor' : 'none'} />
      </ActionIcon>
    </li>
  );
}

/** Which groups are open, while the window is. */
interface Groups {
  /** Those that the person opened or closed. */
  opened: Readonly<Record<string, boolean>>;
  /** The one whose question was on screen last. */
  last: string | null;
}

const useGroups = create<Groups>()(() => ({ opened: {}, last: null }));

const setGroup = (group: string, isOpen: boolean): void =>
  useGroups.setState(({ opened }) => ({ opened: { ...opened, [group]: isOpen } }));

/** A question on screen is in sight here, too, even if its group was closed. */
const showGroup = (group: string): void =>
  useGroups.setState(({ opened: { [group]: _closed, ...opened } }) => ({ opened, last: group }));
