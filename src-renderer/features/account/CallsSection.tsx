import { Footnote, Section } from '../../components/page/Page.tsx';
import { useSnapshot } from '../../state/app.ts';
import classes from './CallsSection.module.css';

const numbers = new Intl.NumberFormat('en');

/** Requests sent to the service in use, as this program counted them. */
export function CallsSection() {
  const calls = useSnapshot((snapshot) => snapshot.calls);
  const isSample = useSnapshot(({ profile }) => profile?.id === 'sample');
  return (
    <Section title={isSample ? 'Sample calls counted' : 'Calls counted'}>
      <dl className={classes.numbers}>
        <div>
          <dt>This session</dt>
          <dd>{numbers.format(calls.session)}</dd>
        </div>
        <div>
          <dt>In all</dt>
          <dd>{numbers.format(calls.total)}</dd>
        </div>
      </dl>
      <Footnote>
        {isSample
          ? 'Calls to the sample service cost nothing and are counted apart.'
          : 'Every request sent for data, retries included. The service may count differently: what it bills is in your account there.'}
      </Footnote>
    </Section>
  );
}
