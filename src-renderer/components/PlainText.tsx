import classes from './PlainText.module.css';

interface PlainTextProps {
  /** What it is, for screen readers. */
  label: string;
  text: string;
}

/** A text character for character, in a frame that scrolls. */
export function PlainText({ label, text }: PlainTextProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
    <pre className={classes.text} tabIndex={0} dir="ltr" aria-label={label}>
      {text}
    </pre>
  );
}
