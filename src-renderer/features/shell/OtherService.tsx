import { Info } from 'lucide-react';
import { serviceName } from '../../components/services.ts';
import { useRun, useSnapshot } from '../../state/app.ts';
import classes from './Shell.module.css';

/** Above the rows of a run of another service, opened from History: whose they are. */
export function OtherService({ runId }: { runId: string }) {
  const run = useRun(runId);
  const profileId = useSnapshot(({ profile }) => profile?.id ?? '');
  if (run === null || run.profileId === profileId) return null;
  return (
    <div role="note" className={classes.notice}>
      <Info aria-hidden />
      <p>
        These rows came from {serviceName(run.profileId)}. They can be read and saved here; to go on
        with them, choose that service in Account. Asking above asks {serviceName(profileId)}.
      </p>
    </div>
  );
}
