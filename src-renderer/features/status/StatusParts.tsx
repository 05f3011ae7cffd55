import type { ServiceState, StatusReport } from '#shared/service/status.ts';
import { RowList } from '../../components/page/RowList.tsx';
import classes from './StatusPage.module.css';

/** "degraded_performance" → "Degraded performance": the service's own word, easier to read. */
export function stateInWords(state: string): string {
  const words = state.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the service says of itself and of each part. */
export function StatusParts({ report: { overall, parts } }: { report: StatusReport }) {
  return (
    <div>
      {overall !== null && (
        <p className={classes.overall}>
          <span className={classes.dot} data-phase={overall.phase} />
          {stateInWords(overall.state)}
        </p>
      )}
      {overall?.message != null && <p className={classes.message}>{overall.message}</p>}
      {parts.length > 0 && (
        <RowList label="Parts of the service">
          {parts.map((part) => (
            <li key={part.name} className={classes.part}>
              <span className={classes.dot} data-phase={part.phase} />
              <span className={classes.partName}>{part.name}</span>
              <span className={classes.message} dir="auto">
                {part.message}
              </span>
              <StateWord state={part} />
            </li>
          ))}
        </RowList>
      )}
    </div>
  );
}

function StateWord({ state: { state, phase } }: { state: ServiceState }) {
  return (
    <span className={classes.state} data-phase={phase}>
      {stateInWords(state)}
    </span>
  );
}
