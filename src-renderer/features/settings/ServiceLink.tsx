import { Button } from '@mantine/core';
import { FileQuestionMark, FlaskConical, Globe } from 'lucide-react';
import { isSampleProfile } from '#shared/service/profile.ts';
import { Card, CardRow, Section } from '../../components/page/Page.tsx';
import { showPage, useSnapshot } from '../../state/app.ts';

/** Which service is asked; it is chosen in Account, with its key. */
export function ServiceLink() {
  const profile = useSnapshot((snapshot) => snapshot.profile);
  const isSample = isSampleProfile(profile);
  return (
    <Section title="Service">
      <Card>
        <CardRow
          icon={isSample ? <FlaskConical /> : <Globe />}
          title={isSample ? profile?.label : profile?.address}
          detail={
            isSample
              ? 'Made-up data inside this program. Your own service is chosen in Account.'
              : 'All questions go there. Its address and its key are changed in Account.'
          }
          actions={
            <Button size="xs" variant="default" onClick={() => showPage('account')}>
              Change in Account
            </Button>
          }
        />
        <CardRow
          icon={<FileQuestionMark />}
          title="Service profile"
          detail="Names that the specification doesn’t show: ask the service for them, correct them, share them."
          actions={
            <Button size="xs" variant="default" onClick={() => showPage('service-profile')}>
              Open service profile
            </Button>
          }
        />
      </Card>
    </Section>
  );
}
