/** The corrections as a small file for colleagues, and back. */
import { Button, FileButton, Text } from '@mantine/core';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { ImportedProfile } from '#shared/contract/description.ts';
import { QuietButton, SmallButton } from '../../components/buttons.tsx';
import { Dialog, DialogBody, DialogButtons, DialogOf } from '../../components/dialog/Dialog.tsx';
import { Card, CardRow, Section } from '../../components/page/Page.tsx';
import { useAction } from '../../components/hooks.ts';
import { saveAndSay } from '../../components/notices/NoticeStrip.tsx';
import { ActionProblem } from '../../components/problems/ProblemCard.tsx';
import { countOf } from '../../components/words.ts';
import { exportProfile, importProfile, resetCorrection } from '../../state/description.ts';

/** A profile has a few kilobytes: what is longer is none, and is refused as cut. */
const longestFile = 2_000_000;

export function ShareSection({ corrections }: { corrections: number }) {
  const sharing = useAction();
  const [imported, setImported] = useState<ImportedProfile | null>(null);
  const [isResetting, setResetting] = useState(false);

  const take = async (file: File) => {
    const text = (await file.slice(0, longestFile * 4).text()).slice(0, longestFile);
    const result = await importProfile(text);
    setImported(result.ok ? result.value : null);
    return result.ok ? null : result.error;
  };
  return (
    <Section title="Your corrections">
      <Card>
        <CardRow
          icon={<Share2 />}
          title={corrections === 0 ? 'No corrections yet' : countOf(corrections, 'correction')}
          detail="A small file with your corrections, for colleagues who use the same service. It contains no key."
          actions={
            <>
              {corrections > 0 && (
                <QuietButton onClick={() => setResetting(true)}>Reset all…</QuietButton>
              )}
              <FileButton
                accept=".json"
                onChange={(file) => file !== null && sharing.run(() => take(file))}
              >
                {(props) => <SmallButton {...props}>Import profile…</SmallButton>}
              </FileButton>
              <SmallButton
                disabled={corrections === 0}
                onClick={() => sharing.run(() => saveAndSay(exportProfile()))}
              >
                Export profile…
              </SmallButton>
            </>
          }
        />
      </Card>
      <ActionProblem action={sharing} />
      <DialogOf of={imported} onClose={() => setImported(null)} title="Service profile">
        {(file) => <Imported imported={file} onClose={() => setImported(null)} />}
      </DialogOf>
      <Dialog
        opened={isResetting}
        onClose={() => setResetting(false)}
        title={`Reset ${countOf(corrections, 'correction')}?`}
      >
        <DialogBody>
          <p>What the service says applies again, or else our assumption.</p>
          <DialogButtons onCancel={() => setResetting(false)}>
            <Button
              data-autofocus
              onClick={() => {
                setResetting(false);
                sharing.run(() => resetCorrection(null));
              }}
            >
              Reset all
            </Button>
          </DialogButtons>
        </DialogBody>
      </Dialog>
    </Section>
  );
}

interface ImportedProps {
  imported: ImportedProfile;
  onClose: () => void;
}

function Imported({ imported: { taken, notices }, onClose }: ImportedProps) {
  return (
    <DialogBody>
      <p>{countOf(taken, 'correction')} from the file applied.</p>
      {notices.length > 0 && (
        <Text component="ul" mah={300} c="var(--text-2)" style={{ overflow: 'auto' }}>
          {notices.slice(0, 50).map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </Text>
      )}
      <DialogButtons>
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
      </DialogButtons>
    </DialogBody>
  );
}
