import { Button } from '@mantine/core';
import { FlaskConical, Globe } from 'lucide-react';
import { useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { isSampleProfile } from '#shared/service/profile.ts';
import { Card, CardRow, Footnote, Section, Tag } from '../../components/page/Page.tsx';
import { ProblemText } from '../../components/problems/ProblemText.tsx';
import { useSnapshot } from '../../state/app.ts';
import { chooseService } from '../../state/service.ts';
import { AddressDialog } from './AddressDialog.tsx';
import { useLeaveService } from './use-leave-service.tsx';

/** The service in use, and the way to another one. */
export function ServiceSection() {
  const profile = useSnapshot((snapshot) => snapshot.profile);
  const isSample = isSampleProfile(profile);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const leave = useLeaveService();
  const useSample = async () => {
    setBusy(true);
    setProblem(await chooseService({ kind: 'sample' }));
    setBusy(false);
  };

  return (
    <Section
      title="Service"
      actions={
        !isSample && (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            leftSection={<FlaskConical size={14} />}
            onClick={() => void leave.before(useSample)}
          >
            Use the sample service
          </Button>
        )
      }
    >
      <Card>
        <CardRow
          icon={isSample ? <FlaskConical /> : <Globe />}
          title={
            <>
              {profile?.label}
              <Tag>in use</Tag>
            </>
          }
          detail={
            isSample
              ? 'Runs inside this program with made-up posts. Nothing leaves this computer.'
              : profile?.address
          }
          actions={
            <Button
              size="xs"
              variant={isSample ? 'filled' : 'subtle'}
              color={isSample ? undefined : 'gray'}
              onClick={() => setAsking(true)}
            >
              {isSample ? 'Use your own service…' : 'Change address…'}
            </Button>
          }
        />
      </Card>
      {problem !== null && <ProblemText problem={problem} />}
      <Footnote>
        Each service has its own tabs, key and counts. They are still there when you come back to
        it.
      </Footnote>
      {leave.dialog}
      <AddressDialog opened={asking} onClose={() => setAsking(false)} />
    </Section>
  );
}
