import type { ServiceAnswer } from '#shared/contract/service.ts';
import classes from './Json.module.css';

/** The text as it came, character for character. */
export function RawText({
  answer,
  label,
}: {
  answer: Pick<ServiceAnswer, 'text' | 'isCut'>;
  label: string;
}) {
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
      <pre className={classes.raw} tabIndex={0} dir="ltr" aria-label={label}>
        {answer.text}
      </pre>
      {answer.isCut && <p className={classes.none}>The answer is longer; this is its beginning.</p>}
    </div>
  );
}
