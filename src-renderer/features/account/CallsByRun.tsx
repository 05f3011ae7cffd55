/** The ledger by run: which questions the calls went to. */
import { Text, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { RunSummary } from '#shared/contract/history.ts';
import { FramedTable, TextLink } from '../../components/texts.tsx';
import { Section } from '../../components/page/Page.tsx';
import { countOf, dayInWords, grouping } from '../../components/words.ts';
import { useMinute } from '../../components/hooks.ts';
import { showPage, useSnapshot } from '../../state/app.ts';
import { useCountedCalls } from '../../state/counted-calls.ts';
import { loadHistory, useHistory } from '../../state/history.ts';
import classes from './CallsSection.module.css';

const mostRuns = 10;

export function CallsByRun() {
  const profileId = useSnapshot(({ profile }) => profile?.id ?? '');
  const { counted } = useCountedCalls();
  const total = counted?.total ?? 0;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // A call more is what there is to read.
    if (isOpen && total > 0) void loadHistory();
  }, [isOpen, total]);
  const runs = useHistory((history) => history.runs);
  if (total === 0) return null;
  const ofService = (runs ?? []).filter((run) => run.profileId === profileId && run.calls > 0);
  return (
    <Section
      title="Calls by run"
      actions={
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {isOpen && runs !== null && <RunTable runs={ofService} total={total} />}
    </Section>
  );
}

function RunTable({ runs, total }: { runs: readonly RunSummary[]; total: number }) {
  const most = runs.toSorted((a, b) => b.calls - a.calls).slice(0, mostRuns);
  const known = runs.reduce((sum, { calls }) => sum + calls, 0);
  const shown = most.reduce((sum, { calls }) => sum + calls, 0);
  const now = new Date(useMinute());
  return (
    <>
      <FramedTable
        name="Calls by run, as a table"
        head={['Run', 'Asked', 'Rows', 'Calls']}
        numbers="afterFirst"
      >
        {most.map((run) => (
          <tr key={run.id}>
            <th scope="row" dir="auto" className={classes.run}>
              {run.name ?? run.title}
            </th>
            <td>{dayInWords(new Date(run.createdAt), now)}</td>
            <td>{grouping(run.rows)}</td>
            <td>{grouping(run.calls)}</td>
          </tr>
        ))}
      </FramedTable>
      <Text inherit mt={8} c="var(--text-2)">
        {known > shown && `${countOf(known - shown, 'call')} by other runs. `}
        {total > known && `${countOf(total - known, 'call')} by runs deleted since. `}
        <TextLink onClick={() => showPage('history')}>Every run is in History</TextLink>
      </Text>
    </>
  );
}
