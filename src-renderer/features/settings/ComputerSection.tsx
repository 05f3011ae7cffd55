import { Folder, Info } from 'lucide-react';
import { CopyButton } from '../../components/CopyButton.tsx';
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
  return (
    <CardRow
      icon={<Folder />}
      title="Data folder"
      detail={
        <>
          <p>Everything fetched is kept there, with your tabs and settings, but no key.</p>
          <p className={classes.path}>{folder}</p>
        </>
      }
      actions={
        <CopyButton text={() => folder} variant="default">
          Copy path
        </CopyButton>
      }
    />
  );
}

function Version() {
  const version = useSnapshot((snapshot) => snapshot.version);
  return <CardRow icon={<Info />} title="Social Data Explorer" detail={`Version ${version}`} />;
}
