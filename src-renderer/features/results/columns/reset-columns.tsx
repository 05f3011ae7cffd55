/** What a person does with the columns of a resource, kept in the workspace. */
import { notifications } from '@mantine/notifications';
import { changeColumnLayout, resetColumnLayout } from '#renderer/state/workspace.ts';
import { UndoMessage } from '../../../components/notices/NoticeStrip.tsx';

/** Every column is as usual again; a message offers to take that back. */
export function resetColumns(resourceId: string): void {
  const before = resetColumnLayout(resourceId);
  const id = notifications.show({
    message: (
      <UndoMessage
        text="Columns reset to default"
        onUndo={() => {
          notifications.hide(id);
          changeColumnLayout(resourceId, () => before);
        }}
      />
    ),
  });
}
