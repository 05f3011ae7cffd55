/** Below the form: the buttons, or how far it is, or what came of it. */
import { Button, Progress } from '@mantine/core';
import { Download } from 'lucide-react';
import { ProblemText } from '#renderer/components/problems/ProblemText.tsx';
import { canShowInFolder, useExport } from '#renderer/state/exports.ts';
import classes from './SaveDialog.module.css';
import { progressWords, savedNotes, savedWords } from './progress-words.ts';
import { showOrTell, type Saving } from './use-saving.tsx';

interface SaveFootProps {
  saving: Saving;
  /** What is chosen can be saved now. */
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
        <div className={classes.foot}>
          <div aria-live="polite" className={classes.footWords}>
            <p>{savedWords(saving.saved)}</p>
            {savedNotes(saving.saved).map((note) => (
              <p key={note} className={classes.note}>
                {note}
              </p>
            ))}
          </div>
          {canShowInFolder && (
            <Button variant="default" onClick={() => void showOrTell(saving.exportId)}>
              Show in folder
            </Button>
          )}
          <Button data-leads-on onClick={onClose}>
            Done
          </Button>
        </div>
      );
    default:
      return (
        <div className={classes.foot}>
          <div className={classes.footWords}>
            {saving.kind === 'problem' ? (
              <ProblemText problem={saving.problem} />
            ) : (
              <p className={classes.note}>Saving makes no call.</p>
            )}
          </div>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={!isReady}
            data-leads-on
            leftSection={<Download aria-hidden />}
          >
            {saving.kind === 'problem' ? 'Try again' : 'Save'}
          </Button>
        </div>
      );
  }
}

interface UnderWayProps extends Omit<SaveFootProps, 'saving' | 'isReady'> {
  exportId: string;
}

function UnderWay({ exportId, onCancel, onClose }: UnderWayProps) {
  const told = useExport(exportId);
  const { words, share } = progressWords(told);
  return (
    <div className={classes.foot}>
      <div className={classes.footWords}>
        <Progress
          aria-label="Saving"
          value={(share ?? 0) * 100}
          size="sm"
          className={classes.progress}
        />
        <p className={classes.note}>{words}</p>
      </div>
      <Button ref={takeFocus} variant="default" onClick={onClose}>
        Go on in the background
      </Button>
      <Button variant="default" disabled={told === null} onClick={onCancel}>
        Cancel saving
      </Button>
    </div>
  );
}

/** *Save*, which had the focus, is gone. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();
