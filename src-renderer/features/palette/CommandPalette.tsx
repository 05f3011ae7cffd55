/** Every available action, found by typing a word of it. Ctrl+K (⌘K) opens it. */
import { quoted } from '#shared/characters.ts';
import { foldAccents } from '#shared/fold.ts';
import { Box, Combobox, Group, Modal, Text, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Search } from 'lucide-react';
import { create } from 'zustand';
import { useApp } from '#renderer/state/app.ts';
import classes from './CommandPalette.module.css';
import {
  ActionSign,
  groupNames,
  keysOf,
  offerGroups,
  offersNow,
  paletteKeys,
  perform,
} from '#renderer/components/actions.tsx';
import type { Offer, OfferGroup } from '#renderer/components/actions.tsx';
import { keyNames } from '#renderer/components/words.ts';
import { loadHistory } from '#renderer/state/history.ts';
import { loadRecipes } from '#renderer/state/recipes.ts';
import { rankOf, wordsOf } from '#renderer/components/find.ts';

/** Rendered last in the shell, so that other components have registered what they offer. */
export function CommandPalette() {
  const commands = usePalette((state) => state.commands);
  const runs = useApp((state) => state.runs);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what can be done changes with them
  useEffect(() => refreshPalette(), [runs]);
  return (
    <Modal.Root
      opened={commands !== null}
      onClose={closePalette}
      // The focus is restored before a command may move it elsewhere.
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      size={560}
      // Its box doesn't move while the list below gets shorter.
      centered={false}
      yOffset="12vh"
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Commands">
        <Modal.Body p={0} display="flex" mah="min(560px, 72vh)" style={{ flexDirection: 'column' }}>
          {commands !== null && <CommandList commands={commands} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const labels = { groupLabel: classes.group };

/**
 * A text box and the matching commands. The best match is preselected, so that Enter runs it; before
 * anything is typed, the first command that asks nothing: Enter pressed by mistake must not make a
 * call.
 */
function CommandList({ commands }: { commands: readonly Offer[] }) {
  const id = useId();
  const combobox = useCombobox({ opened: true });
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState<string | null>(null);
  const groups = findCommands(commands, typed);
  const listed = groups.flatMap((group) => group.commands);
  const found = listed.findIndex((command) => command.id === wanted);
  const best = typed.trim() === '' ? listed.findIndex(({ group }) => group !== 'ask') : 0;
  const index = found === -1 ? best : found;
  const chosen = index === -1 ? undefined : listed[index];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen?.id === undefined) return;
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);

  const move = (by: 1 | -1): void => {
    const next = index === -1 && by === -1 ? -1 : (index + by) % listed.length;
    setWanted(listed.at(next)?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and arrow keys then belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && chosen !== undefined) choose(chosen.id);
    else if (event.key === 'Escape' || keysOf(event) === paletteKeys) closePalette();
    else return;
    event.preventDefault();
  };
  const optionId = (command: Offer): string => `${id} ${command.id}`.replaceAll(/\s/g, '-');
  return (
    <>
      <Group data-line="bottom" gap={10} wrap="nowrap" flex="none" h={48} px={16} c="dimmed">
        <Search />
        <input
          data-autofocus
          // The person just opened it, and continues typing.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          role="combobox"
          className={classes.input}
          aria-label="Find a command"
          aria-autocomplete="list"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : optionId(chosen)}
          placeholder="What do you want to do?"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWanted(null);
          }}
          onKeyDown={onKeyDown}
          spellCheck={false}
          autoComplete="off"
        />
      </Group>
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.Options
          ref={list}
          id={`${id}-list`}
          data-scrolls
          p="4px 8px 8px"
          style={{ scrollPaddingBlock: '28px 8px' }}
          aria-label="Commands"
        >
          {groups.map(({ group, commands: some }) => (
            <Combobox.Group key={group} label={groupNames[group]} classNames={labels}>
              {some.map((command) => (
                <Combobox.Option
                  key={command.id}
                  id={optionId(command)}
                  value={command.id}
                  active={command === chosen}
                  aria-selected={command === chosen}
                  className={classes.command}
                  onPointerMove={() => setWanted(command.id)}
                >
                  <CommandRow command={command} />
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox>
      {/* Always present, so that screen readers announce what appears in it. */}
      <output>
        {listed.length === 0 && (
          <Text inherit py={24} px={8} c="var(--text-2)" ta="center">
            No commands match {quoted(typed.trim())}.
          </Text>
        )}
      </output>
      <p className={classes.keys} aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>↵</kbd> select <kbd>Esc</kbd> close
      </p>
    </>
  );
}

const CommandRow = ({ command: { icon, label, detail, keys } }: { command: Offer }) => (
  <>
    <Box component="span" className={classes.icon}>
      <ActionSign icon={icon ?? null} size={16} />
    </Box>
    <Text span inherit truncate flex="none" maw="70%" dir="auto">
      {label}
    </Text>
    {detail != null && (
      <span data-cuts className={classes.detail}>
        {detail}
      </span>
    )}
    {keys !== undefined && (
      <Text
        component="kbd"
        inherit
        ms="auto"
        flex="none"
        ff="inherit"
        className={classes.detail}
        aria-hidden
      >
        {keyNames(keys)}
      </Text>
    )}
  </>
);

/** The palette: closed, or open with what was offered when it was opened. */
interface Palette {
  /** Null: closed. */
  commands: readonly Offer[] | null;
  /** The element that gets the focus when it closes. */
  before: Element | null;
}

const usePalette = create<Palette>()(() => ({ commands: null, before: null }));

/** It doesn’t list itself. */
const offersListed = (): Offer[] => offersNow().filter(({ keys }) => keys !== paletteKeys);

export function openPalette(): void {
  usePalette.setState({ commands: offersListed(), before: document.activeElement });
  void addRuns();
}

/** Runs and recipes are loaded when the palette is opened. */
async function addRuns(): Promise<void> {
  await Promise.all([loadHistory(), loadRecipes()]);
  refreshPalette();
}

/** Available commands change while pages are being fetched. */
function refreshPalette(): void {
  if (usePalette.getState().commands !== null) usePalette.setState({ commands: offersListed() });
}

export function closePalette(): void {
  const { before } = usePalette.getState();
  usePalette.setState({ commands: null, before: null });
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
}

/** Closes it and does what was chosen if that is still offered. */
function choose(id: string): void {
  closePalette();
  const chosen = offersNow().find((one) => one.id === id);
  if (chosen !== undefined) perform(chosen);
}

export interface ListedGroup {
  group: OfferGroup;
  commands: readonly Offer[];
}

/** Not listed before anything is typed: history would bury everything else. */
const onlyWhenTyped: readonly OfferGroup[] = ['runs'];
/** More of them are better viewed in History. */
const mostRuns = 6;

/**
 * Returns the groups in their order; with words typed, only commands that match all of them, starting
 * with the group of the best match, so that Enter runs that.
 */
export function findCommands(commands: readonly Offer[], typed: string): ListedGroup[] {
  // Typed as it is written on its button: “Projects…”.
  const words = wordsOf(typed.replace(/(?:…|\.{3})\s*$/, ''));
  return offerGroups
    .flatMap((group) => {
      if (words.length === 0 && onlyWhenTyped.includes(group)) return [];
      const ranked = commands
        .filter((command) => command.group === group)
        .map((command) => ({ command, rank: rankOfCommand(command, words) }))
        .filter((one): one is { command: Offer; rank: number } => one.rank !== null)
        .toSorted((a, b) => a.rank - b.rank)
        .slice(0, group === 'runs' ? mostRuns : undefined);
      const best = ranked[0]?.rank;
      return best === undefined
        ? []
        : [{ group, best, commands: ranked.map((one) => one.command) }];
    })
    .toSorted((a, b) => a.best - b.best)
    .map(({ group, commands: listed }) => ({ group, commands: listed }));
}

/** Ranks a command: a label that equals the typed text or starts with it is most likely meant. */
function rankOfCommand(
  { label, detail, group, also = '' }: Offer,
  words: readonly string[],
): number | null {
  // “save” means “Save…”, not “Save as recipe…”.
  const folded = foldAccents(label).replace(/…$/, '');
  const beginnings = folded.split(/\s+/).map((_word, index, all) => all.slice(index).join(' '));
  const typed = words.join(' ');
  if (folded === typed) return 0;
  if (folded.startsWith(typed)) return 1;
  if (beginnings.some((beginning) => beginning.startsWith(typed))) return 2;
  const texts = [folded, foldAccents(`${detail ?? ''} ${groupNames[group]}`), foldAccents(also)];
  const rank = rankOf(texts, words);
  return rank === null ? null : rank + 3;
}
