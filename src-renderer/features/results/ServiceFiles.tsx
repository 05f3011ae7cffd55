/** Files that the service made of an answer: kept here byte for byte, or offered to be fetched. */
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Download, ExternalLink, FileText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run } from '#shared/contract/run.ts';
import { readPlan, type PlanFeatures } from '#shared/service/plan.ts';
import { ProblemText } from '#renderer/components/problems/ProblemText.tsx';
import { usePending } from '#renderer/components/use-pending.ts';
import { bytesInWords, countOf } from '#renderer/components/words.ts';
import { saveServiceFile } from '#renderer/state/exports.ts';
import { useServicePage } from '#renderer/state/service-pages.ts';
import classes from './Results.module.css';
import { useLinkDialog } from './use-link-dialog.tsx';
import { addressHost } from './values/cell-view.ts';

type RunFile = Run['files'][number];

export const hasFiles = ({ files, operation }: Run): boolean =>
  files.length > 0 || operation?.downloadUrl != null;

/** `isBest`: there is nothing else to look at. */
export function ServiceFiles({ run, isBest }: { run: Run; isBest: boolean }) {
  const address = run.operation?.downloadUrl ?? null;
  return (
    <section aria-label="Files of the service" className={classes.files} data-alone={isBest}>
      {run.files.map((file) => (
        <KeptFile key={file.page} runId={run.id} file={file} isBest={isBest} />
      ))}
      {address !== null && <OfferedFile address={address} isBest={isBest} />}
      <PlanLimit />
    </section>
  );
}

interface KeptFileProps {
  runId: string;
  file: RunFile;
  isBest: boolean;
}

function KeptFile({ runId, file, isBest }: KeptFileProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, save] = usePending(async () => {
    setProblem(null);
    const outcome = await saveServiceFile(runId, file.page);
    if (outcome.kind === 'problem') setProblem(outcome.problem);
    if (outcome.kind !== 'saved') return;
    notifications.show({ message: `Saved the service’s CSV to ${outcome.name}` });
  });
  return (
    <FileCard
      title="CSV made by the service"
      detail={`${bytesInWords(file.bytes)}, kept on this computer as it came`}
      note={
        file.partial
          ? 'The answer broke off: this is the part that came, not the whole file.'
          : null
      }
      problem={problem}
    >
      <Button
        variant={isBest ? 'filled' : 'default'}
        leftSection={<Download aria-hidden />}
        disabled={isPending}
        onClick={save}
      >
        Save the service’s CSV…
      </Button>
    </FileCard>
  );
}

function OfferedFile({ address, isBest }: { address: string; isBest: boolean }) {
  const [linkDialog, askToOpen] = useLinkDialog();
  return (
    <FileCard
      title="The service offers its answer as a file"
      detail={
        <>
          At <span dir="ltr">{addressHost(address)}</span>; not on this computer
        </>
      }
      note={null}
      problem={null}
    >
      <Button
        variant={isBest ? 'filled' : 'default'}
        leftSection={<ExternalLink aria-hidden />}
        onClick={() => askToOpen(address)}
      >
        Open the service’s file
      </Button>
      {linkDialog}
    </FileCard>
  );
}

interface FileCardProps {
  title: string;
  detail: ReactNode;
  note: string | null;
  problem: Problem | null;
  children: ReactNode;
}

function FileCard({ title, detail, note, problem, children }: FileCardProps) {
  return (
    <div className={classes.card}>
      <FileText aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.detail}>{detail}</p>
        {note !== null && (
          <p role="note" className={classes.note}>
            {note}
          </p>
        )}
        {problem !== null && <ProblemText problem={problem} />}
      </div>
      {children}
    </div>
  );
}

/** What the plan lets the service put into its own CSV; nothing where the plan was not read. */
function PlanLimit() {
  const { answer } = useServicePage('plan');
  const plan = answer === null ? null : readPlan(answer.value);
  const words = plan === null ? null : planLimitWords(plan.features);
  return words === null ? null : <p className={classes.limit}>{words}</p>;
}

type Limits = Pick<PlanFeatures, 'csvRowExportLimit' | 'maxRowsPerExport'>;

/** Null where the plan says neither. Saving rows here is not limited by it. */
export function planLimitWords({ csvRowExportLimit, maxRowsPerExport }: Limits): string | null {
  const limits = [
    ...(maxRowsPerExport === null ? [] : [`${countOf(maxRowsPerExport, 'row')} in one file`]),
    ...(csvRowExportLimit === null ? [] : [`${countOf(csvRowExportLimit, 'CSV row')} in all`]),
  ];
  return limits.length === 0
    ? null
    : `Your plan lets the service export ${limits.join(', ')}. Saving rows with “Save…” does not count.`;
}
