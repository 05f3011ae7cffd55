import { trialKeyDays, trialRowsPerCall } from '#shared/service/answers.ts';
import { useSnapshot } from '../../state/app.ts';
import { notInKeychain } from './credential-words.ts';
import classes from './TrialTerms.module.css';

/** What a trial key can and can't do. Source: specification, Authentication, rule 2. */
export function TrialTerms() {
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  return (
    <ul className={classes.terms} aria-label="What a trial key can do">
      <li>Free, valid for {trialKeyDays} days</li>
      {!keychain.available && <li>{notInKeychain(keychain)}</li>}
      <li>Stored data only; live questions need an access key</li>
      <li>{trialRowsPerCall} results a call, no further pages, no CSV made by the service</li>
    </ul>
  );
}
