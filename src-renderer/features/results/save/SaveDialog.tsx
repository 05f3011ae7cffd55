import type { Resource } from '#shared/catalogue/types.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import type { Duplicates, OpenedView, View } from '#shared/contract/view.ts';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import classes from './SaveDialog.module.css';
import { SaveForm } from './SaveForm.tsx';
import { useSaving } from './use-saving.ts';

export interface SaveDialogProps {
  run: Run;
  resource: Resource | null;
  /** What is saved is what is seen, unless the person says otherwise. */
  view: View;
  /** What the view came to; null until that is known. */
  opened: OpenedView | null;
  /** As the grid has them. */
  columns: readonly Column[];
  duplicates: Duplicates | null;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * *Save…*: where the file goes, what is in it, and its first rows. Saving goes on when the dialog is
 * closed.
 */
export function SaveDialog({ isOpen, onClose, ...props }: SaveDialogProps) {
  const { saving, save, cancel, clear } = useSaving(isOpen, onClose);
  const close = (): void => {
    if (saving.kind !== 'under way') clear();
    onClose();
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      title="Save"
      size={960}
      classNames={{ body: classes.body }}
    >
      <SaveForm {...props} saving={saving} onSave={save} onCancel={cancel} onClose={close} />
    </Dialog>
  );
}
