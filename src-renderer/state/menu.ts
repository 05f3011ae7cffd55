/** What the desktop program's menu asks for is done by the part of the window that it is about. */
import { useEffect, useEffectEvent } from 'react';
import type { MenuCommand } from '#shared/contract/menu.ts';

const doers = new Map<MenuCommand, () => void>();

/** Does the command as long as the component is there. */
export function useMenuCommand(command: MenuCommand, act: () => void): void {
  const latest = useEffectEvent(act);
  useEffect(() => {
    doers.set(command, () => latest());
    return () => void doers.delete(command);
  }, [command]);
}

/** Nothing is done behind a dialog's back. */
export function takeMenuCommand(command: MenuCommand): void {
  if (document.querySelector('[role="dialog"]') === null) doers.get(command)?.();
}
