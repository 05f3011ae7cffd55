import { ActionMessage } from './ActionMessage.tsx';

/** A notification that says what was done and offers to undo it. */
export function UndoMessage({ text, onUndo }: { text: string; onUndo: () => void }) {
  return <ActionMessage text={text} actions={{ Undo: onUndo }} />;
}
