/** Search boxes: in the sidebar, in History, above tables and checklists. */
import { Text, Group, ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { Search, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';

interface SearchBoxProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onKeyDown'> {
  'data-autofocus'?: boolean;
  /** "Find a column". */
  label: string;
  search: string;
  onSearch: (search: string) => void;
  /**
   * The label of the button that clears the box; without it, there is no button and Escape doesn't
   * clear.
   */
  clearLabel?: string;
  /** Handles further keys; returns whether it did. */
  onKey?: (key: string) => boolean;
}

export function SearchBox({ label, search, onSearch, clearLabel, onKey, ...look }: SearchBoxProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    // The keys then belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const clears = clearLabel !== undefined && event.key === 'Escape' && search !== '';
    if (clears) onSearch('');
    if (clears || onKey?.(event.key) === true) event.preventDefault();
  };
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={search}
      onChange={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<Search size={15} />}
      rightSection={
        clearLabel !== undefined && search !== '' ? (
          <ActionIcon size={20} aria-label={clearLabel} onClick={() => onSearch('')}>
            <X size={14} />
          </ActionIcon>
        ) : null
      }
      {...look}
    />
  );
}

type FindsProps = Pick<SearchBoxProps, 'label' | 'search' | 'onSearch'>;

/** A search box above a table. `found`: the number of matching rows, in words. */
export const SearchRow = ({ found, ...box }: FindsProps & { found: string }) => (
  <Group gap={12} wrap="nowrap" mb={8}>
    <SearchBox flex={1} {...box} />
    <Text component="output" size="xs" c="dimmed">
      {found}
    </Text>
  </Group>
);

interface ListHeadProps extends FindsProps {
  /** The list below; the down arrow moves the focus to its checkbox with `tabIndex` 0. */
  list: RefObject<HTMLElement | null>;
  /** Actions on all entries that match. */
  children: ReactNode;
}

/** A search box above a checklist, with actions on all matching entries. */
export function ListHead({ list, children, ...box }: ListHeadProps) {
  const enterList = (key: string): boolean => {
    if (key !== 'ArrowDown') return false;
    list.current?.querySelector<HTMLInputElement>('input[tabindex="0"]')?.focus();
    return true;
  };
  return (
    <Group
      gap={2}
      wrap="nowrap"
      pl={12}
      pr={8}
      py={8}
      style={{ borderBottom: '1px solid var(--line)' }}
    >
      <SearchBox flex={1} me={6} {...box} onKey={enterList} data-autofocus />
      {children}
    </Group>
  );
}
