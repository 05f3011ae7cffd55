/** The corrections as a small file for colleagues, and back. */
import { Button, FileButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { ImportedProfile } from '#shared/contract/description.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { Dialog, DialogButtons } from '../../components/dialog/Dialog.tsx';
import { Card, CardRow, Section } from '../../components/page/Page.tsx';
import { ProblemText } from '../../components/problems/ProblemCard.tsx';
import { countOf } from '../../components/words.ts';
import { exportProfile, importProfile, resetCorrection } from '../../state/description.ts';
import classes from './ServiceProfile.module.css';

/** A profile has a few kilobytes: what is longer is none, and is refused as cut. */
const longestFile = 2_000_000;

export function ShareSection({ corrections }: { corrections: number }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [imported, setImported] = useState<ImportedProfile | null>(null);
  const [isResetting, setResetting] = useState(false);

  const save = async () => {
    const outcome = await exportProfile();
    setProblem(outcome.kind === 'problem' ? outcome.problem : null);
    if (outcome.kind === 'saved') notifications.show({ message: `Saved as ${outcome.name}.` });
  };
  const take = async (file: File | null) => {
    if (file === null) return;
    const text = (await file.slice(0, longestFile * 4).text()).slice(0, longestFile);
    const result = await importProfile(text);
    setProblem(result.ok ? null : result.error);
    setImported(result.ok ? result.value : null);
  };
  return (
    <Section title="Your corrections">
      <Card>
        <CardRow
          icon={<Share2 />}
          title={corrections === 0 ? 'No corrections yet' : countOf(corrections, 'correction')}
          detail="A small file has what you decided, for colleagues who use the same service. There is no key in it."
          actions={
            <>
              {corrections > 0 && (
                <Button size="xs" variant="subtle" color="gray" onClick={() => setResetting(true)}>
                  Reset all…
                </Button>
              )}
              <FileButton accept=".json" onChange={(file) => void take(file)}>
                {(props) => (
                  <Button size="xs" variant="default" {...props}>
                    Import profile…
                  </Button>
                )}
              </FileButton>
              <Button
                size="xs"
                variant="default"
                disabled={corrections === 0}
                onClick={() => void save()}
              >
                Export profile…
              </Button>
            </>
          }
        />
      </Card>
      {problem !== null && <ProblemText problem={problem} />}
      <Dialog opened={imported !== null} onClose={() => setImported(null)} title="Service profile">
        {imported !== null && <Imported imported={imported} onClose={() => setImported(null)} />}
      </Dialog>
      <Dialog
        opened={isResetting}
        onClose={() => setResetting(false)}
        title={`Reset ${countOf(corrections, 'correction')}?`}
      >
        <div className={classes.dialog}>
          <p>What the service says, or else our assumption, is in force again.</p>
          <DialogButtons onCancel={() => setResetting(false)}>
            <Button
              data-autofocus
              onClick={() => {
                setResetting(false);
                void resetCorrection(null).then(setProblem);
              }}
            >
              Reset all
            </Button>
          </DialogButtons>
        </div>
      </Dialog>
    </Section>
  );
}

function Imported({
  imported: { taken, notices },
  onClose,
}: {
  imported: ImportedProfile;
  onClose: () => void;
}) {
  return (
    <div className={classes.dialog}>
      <p>{countOf(taken, 'correction')} of the file in force now.</p>
      {notices.length > 0 && (
        <ul className={classes.notices}>
          {notices.slice(0, 50).map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      <DialogButtons>
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
      </DialogButtons>
    </div>
  );
}
