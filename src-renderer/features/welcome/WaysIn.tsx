import { ArrowRight, ChevronRight, Key, Table, Ticket } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { trialKeyDays, trialRowsPerCall } from '#shared/service/answers.ts';
import { ProblemText } from '../../components/problems/ProblemText.tsx';
import { useSnapshot } from '../../state/app.ts';
import { exploreSample } from '../../state/service.ts';
import classes from './WelcomePage.module.css';

/** Ways into the program. The first leads to results with one click. */
export function WaysIn({ onKey, onTrial }: { onKey: () => void; onTrial: () => void }) {
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const explore = async () => {
    setBusy(true);
    setProblem(null);
    setProblem(await exploreSample());
    setBusy(false);
  };

  return (
    <div className={classes.ways}>
      <Way
        primary
        icon={<Table size={18} />}
        name="Explore sample data"
        sentence="Opens a finished example. No key, no cost."
        busy={busy}
        onClick={() => void explore()}
      />
      <Way
        icon={<Key size={18} />}
        name="I have an access key"
        sentence={
          keychain.available
            ? `Paste it once. It stays in ${keychain.place}.`
            : 'Paste it. It stays for this session, never in a file.'
        }
        busy={busy}
        onClick={onKey}
      />
      <Way
        icon={<Ticket size={18} />}
        name="Get a trial key"
        sentence={`Free for ${trialKeyDays} days: stored data, ${trialRowsPerCall} results at a time.`}
        busy={busy}
        onClick={onTrial}
      />
      {problem !== null && <ProblemText problem={problem} />}
    </div>
  );
}

function Way({
  icon,
  name,
  sentence,
  primary = false,
  busy,
  onClick,
}: {
  icon: ReactNode;
  name: string;
  sentence: string;
  primary?: boolean;
  busy: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={classes.way}
      data-primary={primary}
      aria-disabled={busy}
      onClick={() => {
        if (!busy) onClick();
      }}
    >
      {icon}
      <span className={classes.wayText}>
        <span className={classes.wayName}>{name}</span>
        <span>{sentence}</span>
      </span>
      {primary ? <ArrowRight /> : <ChevronRight />}
    </button>
  );
}
