import { notifications } from '@mantine/notifications';
import type { Tab } from '#shared/contract/snapshot.ts';
import { closeTab, isUntouched, reopenTab } from '../../state/workspace.ts';
import { UndoMessage } from '../../components/UndoMessage.tsx';

/** Closes a tab. What was typed or fetched in it comes back with *Undo*. */
export function closeTabWithUndo(tab: Tab, index: number, title: string): void {
  closeTab(tab.id);
  if (isUntouched(tab)) return;
  const id = `closed-${tab.id}`;
  notifications.show({
    id,
    message: (
      <UndoMessage
        text={`Closed “${title}”`}
        onUndo={() => {
          notifications.hide(id);
          reopenTab(tab, index);
        }}
      />
    ),
  });
}
