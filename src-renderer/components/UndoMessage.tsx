import classes from './UndoMessage.module.css';

/** A notification that says what was done and offers to undo it. */
export function UndoMessage({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <span className={classes.message}>
      <span className={classes.text}>{text}</span>
      <button type="button" className={classes.undo} onClick={onUndo}>
        Undo
      </button>
    </span>
  );
}
