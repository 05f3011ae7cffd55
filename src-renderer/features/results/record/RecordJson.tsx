import type { Row } from '#shared/contract/run.ts';
import { exactJson } from '../values/exact-json.ts';
import { jsonTokens } from '../values/json-tokens.ts';
import classes from './Record.module.css';

/** The row as the service sent it, laid out, digit for digit. */
export function RecordJson({ row }: { row: Row }) {
  return (
    <pre dir="ltr" className={classes.recordJson}>
      {jsonTokens(exactJson(row, 2)).map(({ kind, text }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- made anew as a whole
        <span key={place} className={classes[kind]}>
          {text}
        </span>
      ))}
    </pre>
  );
}
