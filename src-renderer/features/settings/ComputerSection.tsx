import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy, Folder, Info } from 'lucide-react';
import { Card, CardRow, Section } from '../../components/page/Page.tsx';
import { useSnapshot } from '../../state/app.ts';
import classes from './SettingsPage.module.css';

/** Where things are on this computer, and which version it is. */
export function ComputerSection() {
  return (
    <Section title="This computer">
      <Card>
        <DataFolder />
        <Version />
      </Card>
    </Section>
  );
}

function DataFolder() {
  const folder = useSnapshot((snapshot) => snapshot.dataFolder);
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <CardRow
      icon={<Folder />}
      title="Data folder"
      detail={
        <>
          <p>Everything fetched is kept here, with your tabs and settings. Keys are not.</p>
          <p className={classes.path}>{folder}</p>
        </>
      }
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={clipboard.copied ? <Check size={14} /> : <Copy size={14} />}
          onClick={() => clipboard.copy(folder)}
        >
          {clipboard.copied ? 'Copied' : 'Copy path'}
        </Button>
      }
    />
  );
}

function Version() {
  const version = useSnapshot((snapshot) => snapshot.version);
  return <CardRow icon={<Info />} title="Social Data Explorer" detail={`Version ${version}`} />;
}
