import { Text } from '@mantine/core';
import { CopyMinus, Dices, ListFilter, Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { mostFilters } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { SearchBox } from '#renderer/components/SearchBox.tsx';
import { useOffer } from '#renderer/components/actions.tsx';
import { afterPress } from '#renderer/components/hooks.ts';
import { showActions } from '#renderer/components/notices/NoticeStrip.tsx';
import { countOf, keyNames } from '#renderer/components/words.ts';
import { useRows } from '../rows-scope.ts';
import type { RowsScope } from '../rows-scope.ts';
import { ToolButton } from '../toolbar/Toolbar.tsx';
import { askForSample, FilterPopover } from './FilterPopover.tsx';
import classes from './ViewBar.module.css';
import { clearedWords, duplicatesWords } from './view-words.ts';

/** Search and filter, in the toolbar. */
export function ViewTools() {
  const { run, view, setView } = useRows();
  useOffer('rows', () => ({
    label: view.sample === undefined ? 'Draw a random sample…' : 'Change the random sample…',
    icon: Dices,
    act: () => askForSample(run.id),
  }));
  return (
    <>
      <RowSearch search={view.search} onSearch={(search) => setView({ ...view, search })} />
      <FilterPopover index={null}>
        {(isOpen, toggle) => (
          <ToolButton
            {...filterTool}
            aria-expanded={isOpen}
            disabled={view.filters.length >= mostFilters}
            onClick={toggle}
          />
        )}
      </FilterPopover>
    </>
  );
}

/** Their placeholders, before there are rows. */
export const NoViewTools = () => (
  <>
    <RowSearch search="" onSearch={null} />
    <ToolButton {...filterTool} aria-expanded={false} disabled />
  </>
);

const filterTool = {
  tool: 'filter',
  label: 'Filter',
  icon: ListFilter,
  'aria-haspopup': 'dialog',
  'data-filter-button': true,
} as const;

/** Focuses the filter button after the focused element was removed with a filter. */
export function focusFilterButton(): void {
  const buttons = document.querySelectorAll<HTMLElement>('[data-filter-button], [data-more-tools]');
  // If the bar has no room for it, it is in the menu.
  [...buttons].find((button) => button.checkVisibility({ visibilityProperty: true }))?.focus();
}

/** Shows what a person no longer looks for by anything; a message offers to undo that. */
export function clearView(
  { view, setView }: Pick<RowsScope, 'view' | 'setView'>,
  next: View,
  text = clearedWords(view, next),
): void {
  setView(next);
  showActions({ text, actions: { Undo: () => setView(view) } });
}

interface RowSearchProps {
  /** The search of the view. */
  search: string;
  /** Null before there are rows. */
  onSearch: ((search: string) => void) | null;
}

const searchLabel = 'Search in results';
const searchKeys = 'Ctrl+F';

/** How long typing must pause before rows are searched, in ms. */
const pauseMs = 250;

/** Finds text in any cell. Ctrl or Cmd and F focuses it, Escape clears it. */
function RowSearch({ search, onSearch }: RowSearchProps) {
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  const input = useRef<HTMLInputElement>(null);
  if (search !== known) {
    // Changed elsewhere: by its chip, or by another tab.
    setKnown(search);
    setText(search);
  }
  const send = (typed: string): void => {
    const next = typed.trim();
    setKnown(next);
    if (next !== search) onSearch?.(next);
  };
  const sendLater = useEffectEvent(send);
  useEffect(() => {
    const timer = setTimeout(() => afterPress(() => sendLater(text)), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  useOffer('rows', () => ({
    label: searchLabel,
    icon: Search,
    keys: searchKeys,
    isDisabled: onSearch === null,
    act: () => {
      input.current?.focus();
      input.current?.select();
    },
  }));
  return (
    <SearchBox
      ref={input}
      className={classes.search}
      classNames={{ wrapper: classes.searchBox }}
      label={searchLabel}
      clearLabel="Clear the search"
      aria-keyshortcuts="Control+F Meta+F"
      search={text}
      onSearch={(typed) => {
        setText(typed);
        if (typed !== '') return;
        send('');
        // The button that cleared it is gone.
        input.current?.focus();
      }}
      onBlur={() => afterPress(() => send(text))}
      onKey={(key) => {
        if (key === 'Enter') send(text);
        return false;
      }}
      size="xs"
      {...(text === '' ? { rightSection: findKeys } : {})}
      maxLength={1000}
      disabled={onSearch === null}
    />
  );
}

const findKeys = (
  <Text component="kbd" aria-hidden ff="inherit" fz={11} c="dimmed" className={classes.keys}>
    {keyNames(searchKeys)}
  </Text>
);

/** Shows how many rows are duplicates, and hides them. They are never deleted. */
export function DuplicatesButton() {
  const { duplicates, view, setView } = useRows();
  if (duplicates === null || view.hideDuplicatesBy !== null) return null;
  // A row returned for several inputs is not a duplicate, unless the person says so.
  const across = duplicates.count === 0;
  if (across && (duplicates.acrossInputs ?? 0) === 0) return null;
  return (
    <ToolButton
      tool="duplicates"
      label={`Hide ${across ? duplicatesWords(duplicates, across) : countOf(duplicates.count, 'duplicate')}`}
      icon={CopyMinus}
      hint={
        across
          ? 'Several inputs returned these. Only the first of each is shown. Nothing is deleted.'
          : 'The service sent these more than once. Only the first of each is shown. Nothing is deleted.'
      }
      onClick={() =>
        setView({
          ...view,
          hideDuplicatesBy: duplicates.field,
          ...(across ? { acrossInputs: across } : {}),
        })
      }
    />
  );
}
