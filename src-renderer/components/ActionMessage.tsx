import classes from './ActionMessage.module.css';

interface ActionMessageProps {
  text: string;
  /** Buttons, by what they say. */
  actions: Readonly<Record<string, () => void>>;
  /** The whole text matters: it takes as many lines as it needs. */
  wraps?: boolean;
}

/** A notification that says what was done and offers what may come next. */
export function ActionMessage({ text, actions, wraps = false }: ActionMessageProps) {
  return (
    <span className={classes.message}>
      <span className={wraps ? classes.wholeText : classes.text}>{text}</span>
      {Object.entries(actions).map(([words, act]) => (
        <button key={words} type="button" className={classes.action} onClick={act}>
          {words}
        </button>
      ))}
    </span>
  );
}
