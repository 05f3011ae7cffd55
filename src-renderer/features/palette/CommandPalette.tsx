/** Everything a person can do from here, by typing a word of it. Ctrl+K (⌘K) opens it. */
import { Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect } from 'react';
import { useApp } from '../../state/app.ts';
import { useMenuCommand } from '../../state/menu.ts';
import { CommandList } from './CommandList.tsx';
import { closePalette, openPalette, refreshPalette, usePalette } from './palette-state.ts';
import classes from './CommandPalette.module.css';

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
