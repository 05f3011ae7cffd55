import { Section } from '../../components/page/Page.tsx';
import { useSnapshot } from '../../state/app.ts';
import { useServicePage, type ServicePageState } from '../../state/service-pages.ts';
import classes from './StatusPage.module.css';

/** Whether the service answers this computer, and how fast: measured with the requests below. */
export function Reach() {
  const address = useSnapshot(({ profile }) => profile?.address ?? '');
  const measured = [
    ['Health', useServicePage('health')],
    ['Status', useServicePage('status')],
    ['History', useServicePage('history')],
    ['Metrics', useServicePage('metrics')],
  ] as const;
  return (
    <Section title="From here">
      <dl className={classes.reach}>
        {measured.map(([name, state]) => {
          const { words, ok } = reachOf(state);
          return (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd data-ok={ok}>{words}</dd>
            </div>
          );
        })}
      </dl>
      <p className={classes.count}>
        Times from this computer to {address} and back. None of these is a metered call.
      </p>
    </Section>
  );
}

function reachOf({ answer, problem, busy }: ServicePageState): { words: string; ok?: boolean } {
  if (problem !== null) {
    const { status, ms } = problem.details ?? { status: null, ms: null };
    return status === null
      ? { words: problem.call === 'noCall' && ms !== null ? 'Not reached' : 'Not asked', ok: false }
      : { words: `Answered ${status} in ${inMs(ms ?? 0)}`, ok: false };
  }
  if (answer !== null) return { words: inMs(answer.ms), ok: true };
  return { words: busy ? 'Asking…' : '–' };
}

const inMs = (ms: number): string => (ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`);
