/** Everything a person can do from here, by typing a word of it. Ctrl+K (⌘K) opens it. */
import { Combobox, Group, Modal, Text, useCombobox } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Search } from 'lucide-react';
import { create } from 'zustand';
import { useApp, useMenuCommand } from '../../state/app.ts';
import classes from './CommandPalette.module.css';
import { type Command, groupNames, offeredCommands } from '../../components/commands/commands.ts';
import { keyNames } from '../../components/words.ts';
import { PlatformIcon } from '../../components/platforms.tsx';
import { findCommands } from './find-commands.ts';
import { loadHistory } from '../../state/history.ts';
import { loadRecipes } from '../../state/recipes.ts';

/** The last part of the shell: what others offer is offered before it looks. */
export function CommandPalette() {
  const commands = usePalette((state) => state.commands);
  const runs = useApp((state) => state.runs);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what can be done changes with them
  useEffect(() => refreshPalette(), [runs]);
  useMenuCommand('showCommands', openPalette);
  useHotkeys([['mod+K', () => (commands === null ? openPalette() : closePalette())]], [], true);
  return (
    <Modal.Root
      opened={commands !== null}
      onClose={closePalette}
      // Where it goes is decided before a command may put it elsewhere.
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      size={560}
      // Its box stays where it is while the list under it gets shorter.
      centered={false}
      yOffset="12vh"
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Commands">
        <Modal.Body p={0} className={classes.body}>
          {commands !== null && <CommandList commands={commands} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const labels = { groupLabel: classes.group };

/**
 * A box and what fits it. The best is chosen already, so that Enter does it; before anything is
 * typed, the first that asks nothing: Enter pressed by mistake must not make a call.
 */
function CommandList({ commands }: { commands: readonly Command[] }) {
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
    // Enter and arrows are then the input method's.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && chosen !== undefined) perform(chosen.id);
    else if (event.key === 'Escape') closePalette();
    else return;
    event.preventDefault();
  };
  const optionId = (command: Command): string => `${id} ${command.id}`.replaceAll(/\s/g, '-');
  return (
    <>
      <Group
        className={classes.search}
        gap={10}
        wrap="nowrap"
        flex="none"
        h={48}
        px={16}
        c="dimmed"
      >
        <Search />
        <input
          data-autofocus
          // The person just asked for it, and types on.
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
      <Combobox store={combobox} onOptionSubmit={perform}>
        <Combobox.Options
          ref={list}
          id={`${id}-list`}
          className={classes.list}
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
            No commands match “{typed.trim()}”.
          </Text>
        )}
      </output>
      <p className={classes.keys} aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>↵</kbd> do it <kbd>Esc</kbd> close
      </p>
    </>
  );
}

function CommandRow({ command: { icon, title, detail, keys } }: { command: Command }) {
  return (
    <>
      <CommandIcon icon={icon} />
      <Text span inherit truncate flex="none" maw="70%" dir="auto">
        {title}
      </Text>
      {detail !== null && (
        <Text span inherit truncate className={classes.detail}>
          {detail}
        </Text>
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
}

function CommandIcon({ icon: Icon }: { icon: Command['icon'] }) {
  if ('platform' in Icon) return <PlatformIcon platform={Icon.platform} />;
  return <Icon className={classes.icon} />;
}

/** The palette: closed, or open with what could be done when it was opened. */
interface Palette {
  /** Null: closed. */
  commands: readonly Command[] | null;
  /** Where the keys go again when it closes. */
  before: Element | null;
}

const usePalette = create<Palette>()(() => ({ commands: null, before: null }));

/** Opens it, unless something else lies over the window. */
export function openPalette(): void {
  if (document.querySelector('[role="dialog"]') !== null) return;
  usePalette.setState({ commands: offeredCommands(), before: document.activeElement });
  void addRuns();
}

/** What was fetched and saved is read when somebody looks for it. */
async function addRuns(): Promise<void> {
  await Promise.all([loadHistory(), loadRecipes()]);
  refreshPalette();
}

/** What can be done changes while pages come in. */
function refreshPalette(): void {
  if (usePalette.getState().commands !== null) usePalette.setState({ commands: offeredCommands() });
}

export function closePalette(): void {
  const { before } = usePalette.getState();
  usePalette.setState({ commands: null, before: null });
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
}

/** Closes it and does the command, if it still can be done. */
function perform(id: string): void {
  closePalette();
  offeredCommands()
    .find((command) => command.id === id)
    ?.act();
}
