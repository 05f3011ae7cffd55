import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import type { KeyVerdict } from '../../state/key-tests.ts';
import classes from './Verdict.module.css';

const icons = { accepted: CircleCheck, refused: CircleAlert, undecided: CircleHelp };

/** What the service said about a key, in a sentence. */
export function Verdict({ verdict }: { verdict: KeyVerdict }) {
  const Icon = icons[verdict.verdict];
  return (
    <span className={classes.verdict} data-verdict={verdict.verdict}>
      <Icon size={14} />
      <span>{verdict.message}</span>
    </span>
  );
}
