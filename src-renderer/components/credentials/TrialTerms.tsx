import { trialKeyDays, trialRowsPerCall } from '#shared/service/answers.ts';
import classes from './TrialTerms.module.css';

/** What a trial key can and can't do. Source: specification, Authentication, rule 2. */
export function TrialTerms() {
  return (
    <ul className={classes.terms} aria-label="What a trial key can do">
      <li>Free, valid for {trialKeyDays} days</li>
      <li>Stored data only; live questions need an access key</li>
      <li>{trialRowsPerCall} results a call, no further pages, no CSV made by the service</li>
    </ul>
  );
}
