/** The first start: three ways in, and what the program does in three steps. */
import { Database, HardDrive, LockKeyhole } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Brand } from '../../components/Brand.tsx';
import { NoticeSlot } from '../../components/notices/NoticeSlot.tsx';
import { useSnapshot } from '../../state/app.ts';
import { HowItWorks } from './HowItWorks.tsx';
import { KeyForm } from './KeyForm.tsx';
import { TrialForm } from './TrialForm.tsx';
import { WaysIn } from './WaysIn.tsx';
import classes from './WelcomePage.module.css';

export function WelcomePage() {
  const [step, setStep] = useState<'ways' | 'key' | 'trial'>('ways');
  useEffect(() => {
    document.title = 'Social Data Explorer';
  }, []);
  return (
    <div className={classes.screen}>
      <main tabIndex={-1} className={classes.main}>
        <div className={classes.columns}>
          <div className={classes.start}>
            <Brand size={36} />
            <h1 className={classes.title}>
              Public social posts,
              <br />
              as a table you can use
            </h1>
            <p className={classes.lead}>
              Choose a question, fill in a short form, save the answer as a spreadsheet. No
              programming.
            </p>
            {step === 'ways' && (
              <WaysIn onKey={() => setStep('key')} onTrial={() => setStep('trial')} />
            )}
            {step === 'key' && <KeyForm onBack={() => setStep('ways')} />}
            {step === 'trial' && <TrialForm onBack={() => setStep('ways')} />}
          </div>
          <HowItWorks />
        </div>
      </main>
      <Promises />
      <NoticeSlot />
    </div>
  );
}

function Promises() {
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  return (
    <footer className={classes.foot}>
      <p>
        <HardDrive /> Every page is saved on this computer
      </p>
      <p>
        <Database /> You see the number of calls before they are made
      </p>
      <p>
        <LockKeyhole />
        {keychain.available ? `Keys stay in ${keychain.place}` : 'Keys are never written to a file'}
      </p>
    </footer>
  );
}
