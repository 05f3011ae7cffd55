/** Below the form: the buttons, the progress, or the outcome. */
import { Box, Button, Group, Progress } from '@mantine/core';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { canShowInFolder, useExport } from '#renderer/state/exports.ts';
import classes from './SaveDialog.module.css';
import { progressWords, savedNotes, savedWords, showSaved, type Saving } from './use-saving.tsx';

interface SaveFootProps {
  saving: Saving;
  /** Whether the choices can be saved now. */
  isReady: boolean;
  onCancel: () => void;
  onClose: () => void;
}

export function SaveFoot({ saving, isReady, onCancel, onClose }: SaveFootProps) {
  switch (saving.kind) {
    case 'under way':
      return <UnderWay exportId={saving.exportId} onCancel={onCancel} onClose={onClose} />;
    case 'saved':
      return (
        <Foot
          words={
            <div aria-live="polite">
              <p>{savedWords(saving.saved)}</p>
              {savedNotes(saving.saved).map((note) => (
                <p key={note} className={classes.note}>
                  {note}
                </p>
              ))}
            </div>
          }
        >
          {canShowInFolder && (
            <Button variant="default" onClick={() => void showSaved(saving.exportId)}>
              Show in folder
            </Button>
          )}
          <Button data-next-step onClick={onClose}>
            Done
          </Button>
        </Foot>
      );
    default:
      return (
        <Foot
          words={
            saving.kind === 'problem' ? (
              <ProblemText problem={saving.problem} />
            ) : (
              <p className={classes.note}>
                {isReady
                  ? 'Saving makes no call.'
                  : 'You can save once the search for people under Privacy is done.'}
              </p>
            )
          }
        >
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady} data-next-step leftSection={<Download />}>
            {saving.kind === 'problem' ? 'Try again' : 'Save'}
          </Button>
        </Foot>
      );
  }
}

/** `children`: buttons. */
function Foot({ words, children }: { words: ReactNode; children: ReactNode }) {
  return (
    <Group gap={8} wrap="nowrap" className={classes.foot}>
      <Box flex={1} mah={132} me={12} style={{ overflow: 'auto' }}>
        {words}
      </Box>
      {children}
    </Group>
  );
}

function UnderWay(props: Omit<SaveFootProps, 'saving' | 'isReady'> & { exportId: string }) {
  const running = useExport(props.exportId);
  const { words, share } = progressWords(running);
  return (
    <Foot
      words={
        <>
          <Progress aria-label="Saving" value={(share ?? 0) * 100} size="sm" mb={6} />
          <p className={classes.note}>{words}</p>
        </>
      }
    >
      <Button ref={takeFocus} variant="default" onClick={props.onClose}>
        Continue in background
      </Button>
      <Button variant="default" disabled={running === null} onClick={props.onCancel}>
        Cancel saving
      </Button>
    </Foot>
  );
}

/** The focused *Save* button was removed. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();
