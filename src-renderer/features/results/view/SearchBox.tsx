import { TextInput } from '@mantine/core';
import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './ViewTools.module.css';

interface SearchBoxProps {
  /** Of the view. */
  search: string;
  onSearch: (search: string) => void;
  disabled: boolean;
}

/** Typing goes on for so long before rows are looked through (ms). */
const pauseMs = 250;

/** Finds text in any cell. Ctrl or Cmd and F leads here, Escape empties it. */
export function SearchBox({ search, onSearch, disabled }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  const input = useRef<HTMLInputElement>(null);
  if (search !== known) {
    // Changed elsewhere: by its chip, or another tab came.
    setKnown(search);
    setText(search);
  }
  const send = (typed: string): void => {
    const next = typed.trim();
    setKnown(next);
    if (next !== search) onSearch(next);
  };
  const sendLater = useEffectEvent(send);
  useEffect(() => {
    const timer = setTimeout(() => sendLater(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  useFindKey(input);
  const clear = (): void => {
    setText('');
    send('');
  };
  return (
    <TextInput
      ref={input}
      className={classes.search}
      aria-label="Search in results"
      aria-keyshortcuts="Control+F Meta+F"
      placeholder="Search in results"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => send(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(text);
        if (event.key !== 'Escape' || text === '') return;
        // Escape would also stop a run.
        event.preventDefault();
        clear();
      }}
      size="xs"
      leftSection={<Search size={15} strokeWidth={1.75} aria-hidden />}
      rightSection={
        text === '' ? null : (
          <button
            type="button"
            className={classes.clear}
            aria-label="Clear the search"
            onClick={() => {
              clear();
              input.current?.focus();
            }}
          >
            <X size={14} aria-hidden />
          </button>
        )
      }
      maxLength={1000}
      disabled={disabled}
      spellCheck={false}
      autoComplete="off"
    />
  );
}

function useFindKey(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isFind || event.key.toLowerCase() !== 'f' || event.defaultPrevented) return;
      if (input.current === null || input.current.disabled) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      input.current.focus();
      input.current.select();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [input]);
}
