/** How the window looks, and where things are. */
import { Button, SegmentedControl } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy, Folder, Info, SunMoon } from 'lucide-react';
import { useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { Card, CardRow, Page, Section } from '../../components/page/Page.tsx';
import { ProblemText } from '../../components/ProblemText.tsx';
import { useSnapshot } from '../../state/app.ts';
import { setTheme } from '../../state/service.ts';
import classes from './SettingsPage.module.css';

const themes = [
  { value: 'system' as const, label: 'System' },
  { value: 'light' as const, label: 'Light' },
  { value: 'dark' as const, label: 'Dark' },
];

export function SettingsPage() {
  return (
    <Page title="Settings">
      <Appearance />
      <Section title="This computer">
        <Card>
          <DataFolder />
          <Version />
        </Card>
      </Section>
    </Page>
  );
}

function Appearance() {
  const theme = useSnapshot(({ preferences }) => preferences.theme);
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <Section title="Appearance">
      <Card>
        <CardRow
          icon={<SunMoon />}
          title="Theme"
          detail="“System” follows your computer, also when it changes at night."
          actions={
            <SegmentedControl
              size="xs"
              aria-label="Theme"
              data={themes}
              value={theme}
              onChange={(next) => void setTheme(next).then(setProblem)}
            />
          }
        />
      </Card>
      {problem !== null && <ProblemText problem={problem} />}
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
