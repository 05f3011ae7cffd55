import type { ServiceAnswer } from '#shared/contract/service.ts';
import { PlainText } from '../PlainText.tsx';
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
      <PlainText label={label} text={answer.text} />
      {answer.isCut && <p className={classes.none}>The answer is longer; this is its beginning.</p>}
    </div>
  );
}
