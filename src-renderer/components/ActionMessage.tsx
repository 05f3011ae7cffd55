import classes from './ActionMessage.module.css';

interface ActionMessageProps {
  text: string;
  /** What the button says. */
  action: string;
  onAction: () => void;
  /** The whole text matters: it takes as many lines as it needs. */
  wraps?: boolean;
}

/** A notification that says what was done and offers what may come next. */
export function ActionMessage({ text, action, onAction, wraps = false }: ActionMessageProps) {
  return (
    <span className={classes.message}>
      <span className={wraps ? classes.wholeText : classes.text}>{text}</span>
      <button type="button" className={classes.action} onClick={onAction}>
        {action}
      </button>
    </span>
  );
}
