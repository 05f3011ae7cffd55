import { Button } from '@mantine/core';
import { SquareTerminal } from 'lucide-react';
import { Card, CardRow, Section } from '../../components/page/Page.tsx';
import { showPage } from '../../state/app.ts';

/** For support: whatever has no page and no form. */
export function RequestLink() {
  return (
    <Section title="Any other page of the service">
      <Card>
        <CardRow
          icon={<SquareTerminal />}
          title="Write a request by hand"
          detail="Reads any path, such as the account’s tokens or crawl settings, and shows what the service answers. It says first which key goes along and what it costs."
          actions={
            <Button size="xs" variant="default" onClick={() => showPage('request')}>
              Open Request
            </Button>
          }
        />
      </Card>
    </Section>
  );
}
