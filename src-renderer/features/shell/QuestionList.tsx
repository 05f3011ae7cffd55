import { quoted } from '#shared/characters.ts';
import { ChevronDown, Star } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ActionIcon, Box, Text } from '@mantine/core';
import { create } from 'zustand';
import { type DataEndpoint, isDataEndpoint, type Platform } from '#shared/catalogue/types.ts';
import { liveId } from '#shared/catalogue/data-from.ts';
import { nameOfPlatform, PlatformIcon } from '#renderer/components/platforms.tsx';
import { EntryList, focusEntry, useTabStop } from '#renderer/components/entries.tsx';
import { Tag } from '#renderer/components/page/Page.tsx';
import { SearchBox } from '#renderer/components/SearchBox.tsx';
import { TextLink } from '#renderer/components/texts.tsx';
import { activeTabOf, useApp, useSnapshot } from '#renderer/state/app.ts';
import { openQuestion } from '../explore/form-view.ts';
import { findQuestions } from './questions.ts';
import classes from './QuestionList.module.css';
import { toggleStar } from '#renderer/state/workspace.ts';

const starredGroup = 'starred';
/** Not of a platform we know. */
const otherGroup = 'other';
const groupName = (platform: Platform | null): string => platform ?? otherGroup;

/** The questions by platform, with a search box. */
export function QuestionList({ onChosen }: { onChosen?: () => void }) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const starred = useSnapshot((snapshot) => snapshot.workspace.starred);
  const activeId = useActiveQuestion();
  const { filter, closed } = useSidebar();
  const list = useRef<HTMLDivElement>(null);

  const filtering = filter.trim() !== '';
  const groups = findQuestions(catalogue, filter);
  const starredQuestions = filtering
    ? []
    : catalogue.endpoints.filter(isDataEndpoint).filter(({ id }) => starred.includes(id));
  // While filtering, every group is open, so that all matches are visible.
  const isOpen = (group: string) => filtering || !closed.includes(group);

  const sections = [
    ...(starredQuestions.length > 0
      ? [{ group: starredGroup, platform: null, questions: starredQuestions }]
      : []),
    ...groups.map((group) => ({ group: groupName(group.platform), ...group })),
  ];
  const keys = sections.flatMap(({ group, questions }) => [
    group,
    ...(isOpen(group) ? questions.map(({ id }) => `${group}/${id}`) : []),
  ]);
  const active = groups.find(({ questions }) => questions.some(({ id }) => id === activeId));
  const activeGroup = active === undefined ? undefined : groupName(active.platform);
  useEffect(() => {
    if (activeGroup !== undefined) setOpen(activeGroup, true);
  }, [activeGroup]);

  const openFirst = () => {
    const first = groups[0]?.questions[0];
    if (first !== undefined && filtering) choose(first.id);
  };
  const choose = (id: string) => {
    onChosen?.();
    openQuestion(id);
  };

  return (
    <nav aria-label="Questions" className={classes.questions}>
      <SearchBox
        flex="none"
        p="10px 12px 4px"
        size="xs"
        label="Filter questions"
        placeholder="Find a question"
        clearLabel="Clear the filter"
        search={filter}
        onSearch={setFilter}
        onKey={(key) => {
          if (key === 'Enter') openFirst();
          else if (key === 'ArrowDown' && list.current !== null) focusEntry(list.current);
          else return false;
          return true;
        }}
      />
      <EntryList
        ref={list}
        ids={keys}
        first={keys.find((key) => key.endsWith(`/${activeId}`))}
        className={classes.list}
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
                  question={question}
                  rowKey={rowKey}
                  active={group !== starredGroup && question.id === activeId}
                  starred={starred.includes(question.id)}
                  withPlatform={group === starredGroup}
                  onChoose={choose}
                />
              );
            })}
          </QuestionGroup>
        ))}
        {groups.length === 0 && <NothingFound filter={filter} />}
      </EntryList>
    </nav>
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
  return (
    <div>
      <div className={classes.groupRow} data-entry={name}>
        <button
          type="button"
          className={classes.groupHead}
          aria-expanded={open}
          tabIndex={useTabStop(name)}
          onClick={() => setOpen(name, !open)}
        >
          <ChevronDown size={12} className={classes.chevron} />
          {name === starredGroup ? <Star /> : <PlatformIcon platform={platform} />}
          <Text span inherit flex={1} id={headingId}>
            {name === starredGroup ? 'Starred' : nameOfPlatform(platform)}
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

function NothingFound({ filter }: { filter: string }) {
  return (
    <Box px={8} py={12} c="var(--text-2)" style={{ overflowWrap: 'anywhere' }}>
      <p>No questions match {quoted(filter.trim())}.</p>
      <TextLink alone onClick={() => setFilter('')}>
        Show all
      </TextLink>
    </Box>
  );
}

/** Returns the live question of the tab on screen, if there is one. */
function useActiveQuestion(): string | null {
  return useApp(({ page, snapshot }) => {
    const tab = activeTabOf(snapshot);
    return page !== 'explore' || tab === undefined ? null : liveId(tab.query.endpointId);
  });
}

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
    <li ref={entry} className={classes.entry} data-entry={rowKey}>
      <button
        type="button"
        className={classes.question}
        data-endpoint={question.id}
        aria-current={active ? 'true' : undefined}
        tabIndex={tabIndex}
        title={question.description}
        onClick={() => onChoose(question.id)}
      >
        <span className={classes.questionTitle}>{question.title}</span>
        {question.discovered !== null && (
          <Tag px={4} fz={10} lh="14px" fw={400} className={classes.discovered}>
            discovered
          </Tag>
        )}
        {withPlatform && <PlatformIcon platform={question.platform} />}
      </button>
      <ActionIcon
        size={24}
        className={classes.star}
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

/** State of the sidebar while the window is open: the filter and the closed groups. */
interface SidebarState {
  filter: string;
  /** Names of the groups that the person closed. */
  closed: readonly string[];
}

const useSidebar = create<SidebarState>()(() => ({ filter: '', closed: [] }));

function setFilter(filter: string): void {
  useSidebar.setState({ filter });
}

function setOpen(group: string, isOpen: boolean): void {
  useSidebar.setState(({ closed }) => {
    const others = closed.filter((name) => name !== group);
    return { closed: isOpen ? others : [...others, group] };
  });
}
