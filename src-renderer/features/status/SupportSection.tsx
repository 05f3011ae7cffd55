/** The support bundle: read before it is saved, and saved as it was read. */
import { Button, Checkbox } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { SupportPreview } from '#shared/contract/support.ts';
import { CopyButton } from '../../components/copy.tsx';
import { Card, CardRow, Section } from '../../components/page/Page.tsx';
import { Dialog, DialogButtons } from '../../components/dialog/Dialog.tsx';
import { PlainText } from '../../components/texts.tsx';
import { ProblemText } from '../../components/problems/ProblemCard.tsx';
import { bytesInWords } from '../../components/words.ts';
import { previewSupport, saveSupport } from '../../state/exports.ts';
import classes from './SupportSection.module.css';

export function SupportSection() {
  const [withQuestions, setWithQuestions] = useState(false);
  const [preview, setPreview] = useState<SupportPreview | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const look = async () => {
    setBusy(true);
    const made = await previewSupport(withQuestions);
    setBusy(false);
    setProblem('problem' in made ? made.problem : null);
    if ('preview' in made) setPreview(made.preview);
  };

  return (
    <Section title="Support bundle">
      <Card>
        <CardRow
          icon={<FileSearch />}
          title="One file for whoever helps you"
          detail={
            <>
              <p>
                Versions, settings, the last failures with what the service said, counted calls and
                the state of what is saved. Never a key; you read it before it is saved, and nothing
                is sent anywhere.
              </p>
              <Checkbox
                className={classes.choice}
                label="With what was asked: search words, names and ids of failed questions"
                checked={withQuestions}
                onChange={(event) => setWithQuestions(event.currentTarget.checked)}
              />
            </>
          }
          actions={
            <Button size="xs" variant="default" loading={busy} onClick={() => void look()}>
              Preview…
            </Button>
          }
        />
      </Card>
      {problem !== null && <ProblemText problem={problem} />}
      <Dialog
        opened={preview !== null}
        onClose={() => setPreview(null)}
        title="Support bundle"
        size="xl"
      >
        {preview !== null && <Preview preview={preview} onClose={() => setPreview(null)} />}
      </Dialog>
    </Section>
  );
}

function Preview({ preview, onClose }: { preview: SupportPreview; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const save = async () => {
    setBusy(true);
    const outcome = await saveSupport(preview.id);
    setBusy(false);
    setProblem(outcome.kind === 'problem' ? outcome.problem : null);
    if (outcome.kind !== 'saved') return;
    onClose();
    notifications.show({ message: `Saved as ${outcome.name}.` });
  };

  return (
    <div className={classes.preview}>
      <p className={classes.note}>
        This is all that will be in the file ({bytesInWords(new Blob([preview.text]).size)}).
      </p>
      <PlainText label="The support bundle’s text" text={preview.text} />
      {problem !== null && <ProblemText problem={problem} />}
      <DialogButtons>
        <CopyButton variant="default" text={() => preview.text}>
          Copy
        </CopyButton>
        <Button loading={busy} onClick={() => void save()}>
          Save…
        </Button>
      </DialogButtons>
    </div>
  );
}
