/** Files that the service made of an answer: stored here byte for byte, or offered as a link. */
import { Box, Button, Group, Stack, Text, type ButtonProps } from '@mantine/core';
import { Download, ExternalLink, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run } from '#shared/contract/run.ts';
import { readPlan, type PlanFeatures } from '#shared/service/plan.ts';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { bytesInWords, countOf } from '#renderer/components/words.ts';
import { saveServiceFile } from '#renderer/state/exports.ts';
import { useServicePage } from '#renderer/state/service-pages.ts';
import classes from './Results.module.css';
import { askToOpen } from './LinkDialog.tsx';
import { addressHost } from './values/cell-view.ts';

export const hasFiles = ({ files, operation }: Run): boolean =>
  files.length > 0 || operation?.downloadUrl != null;

/** `isBest`: there is nothing else to show. */
export function ServiceFiles({ run, isBest }: { run: Run; isBest: boolean }) {
  const address = run.operation?.downloadUrl ?? null;
  const variant = isBest ? 'filled' : 'default';
  return (
    <Stack
      component="section"
      aria-label="Files of the service"
      gap={12}
      flex="none"
      px="var(--edge)"
      // Without rows, it takes their position.
      pt={isBest ? 24 : 12}
      pb={isBest ? 0 : 12}
    >
      {run.files.map((file) => (
        <StoredFile key={file.page} runId={run.id} file={file} variant={variant} />
      ))}
      {address !== null && <OfferedFile address={address} variant={variant} />}
      <PlanLimit />
    </Stack>
  );
}

type Variant = Pick<ButtonProps, 'variant'>;

function StoredFile({
  runId,
  file,
  variant,
}: Variant & { runId: string; file: Run['files'][number] }) {
  const saving = useAction();
  const save = (): Promise<Problem | null> =>
    saveAndReport(saveServiceFile(runId, file.page), { what: 'the service’s CSV' });
  return (
    <FileCard
      title="CSV made by the service"
      detail={`${bytesInWords(file.bytes)}, kept on this computer exactly as it arrived`}
      note={
        file.partial
          ? 'The answer was cut off: this is the part that arrived, not the whole file.'
          : null
      }
      problem={saving.problem}
    >
      <Button
        variant={variant}
        leftSection={<Download />}
        disabled={saving.busy}
        onClick={() => saving.run(save)}
      >
        Save the service’s CSV…
      </Button>
    </FileCard>
  );
}

function OfferedFile({ address, variant }: Variant & { address: string }) {
  return (
    <FileCard
      title="The service offers its answer as a file"
      detail={
        <>
          At <span dir="ltr">{addressHost(address)}</span>; not on this computer
        </>
      }
    >
      <Button variant={variant} leftSection={<ExternalLink />} onClick={() => askToOpen(address)}>
        Open the service’s file
      </Button>
    </FileCard>
  );
}

interface FileCardProps {
  title: string;
  detail: ReactNode;
  note?: string | null;
  problem?: Problem | null;
  children: ReactNode;
}

function FileCard({ title, detail, note = null, problem = null, children }: FileCardProps) {
  return (
    <Group gap={12} wrap="nowrap" className={classes.file}>
      <FileText />
      <Box flex={1} miw={0}>
        <Text component="h2" fw={600} fz={14}>
          {title}
        </Text>
        <Text c="var(--text-2)" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
        {note !== null && (
          <Text role="note" mt={4} c="var(--warn)">
            {note}
          </Text>
        )}
        {problem !== null && <ProblemText problem={problem} />}
      </Box>
      {children}
    </Group>
  );
}

/** What the plan allows the service to put into its own CSV; empty if the plan hasn't been read. */
function PlanLimit() {
  const { answer } = useServicePage('plan');
  const plan = answer === null ? null : readPlan(answer.value);
  const words = plan === null ? null : planLimitWords(plan.features);
  if (words === null) return null;
  return (
    <Text size="xs" c="var(--text-2)">
      {words}
    </Text>
  );
}

/**
 * Returns null if the plan has no limit. It doesn't limit saving rows here. Source: specification, Plan
 * record.
 */
export function planLimitWords({
  csvRowExportLimit,
  maxRowsPerExport,
}: Pick<PlanFeatures, 'csvRowExportLimit' | 'maxRowsPerExport'>): string | null {
  const limits = [
    ...(maxRowsPerExport === null ? [] : [`${countOf(maxRowsPerExport, 'row')} in one file`]),
    ...(csvRowExportLimit === null ? [] : [countOf(csvRowExportLimit, 'CSV row')]),
  ];
  return limits.length === 0
    ? null
    : `Your plan lets the service export ${limits.join(' and ')}. Saving rows with “Save…” does not count.`;
}
