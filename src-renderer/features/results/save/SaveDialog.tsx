import { Button, Checkbox, Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run } from '#shared/contract/run.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import type { OpenedView, View } from '#shared/contract/view.ts';
import { saveRows } from '#renderer/state/exports.ts';
import { ProblemText } from '../../../components/ProblemText.tsx';
import { countOf, grouping } from '../../../components/words.ts';
import { usePending } from '../use-pending.ts';
import classes from './SaveDialog.module.css';

interface SaveDialogProps {
  run: Run;
  /** What is saved is what is seen. */
  view: View;
  /** What the view came to; null until that is known. */
  opened: OpenedView | null;
  isOpen: boolean;
  onClose: () => void;
}

/** *Save…*: the rows of a view, with every column, as CSV. */
export function SaveDialog({ isOpen, ...props }: SaveDialogProps) {
  const { onClose } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title="Save as CSV" size={460}>
      <SaveForm {...props} />
    </Modal>
  );
}

function SaveForm({ run, view, opened, onClose }: Omit<SaveDialogProps, 'isOpen'>) {
  const [byteOrderMark, setByteOrderMark] = useState(true);
  const [formulaGuard, setFormulaGuard] = useState(true);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, save] = usePending(async () => {
    setProblem(null);
    const outcome = await saveRows({
      runIds: [run.id],
      view,
      format: { kind: 'csv', byteOrderMark, formulaGuard },
      methods: false,
    });
    if (outcome.kind === 'problem') setProblem(outcome.problem);
    if (outcome.kind !== 'saved') return;
    onClose();
    notifications.show({ message: `Saved ${countOf(outcome.rows, 'row')} to ${outcome.name}` });
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <p className={classes.what}>
        {countOf(opened?.count ?? run.rowCount, 'row')}, {countOf(run.columns.length, 'column')},{' '}
        {countOf(run.pageCount, 'page')}
        <span className={classes.note}>{whatIsSaved(run, view)} No call is made.</span>
      </p>
      <Checkbox
        label="For Excel (adds a mark so that accents show right)"
        checked={byteOrderMark}
        onChange={(event) => setByteOrderMark(event.currentTarget.checked)}
      />
      <Checkbox
        label="Protect against formulas"
        description="Texts that begin with =, +, - or @ get an apostrophe, so that a spreadsheet does not run them. Numbers stay as they are."
        checked={formulaGuard}
        onChange={(event) => setFormulaGuard(event.currentTarget.checked)}
      />
      {problem !== null && <ProblemText problem={problem} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" leftSection={<Download aria-hidden />} disabled={isPending}>
          {isPending ? 'Saving…' : problem === null ? 'Save' : 'Try again'}
        </Button>
      </div>
    </form>
  );
}

const whatIsSaved = ({ heldBack }: Run, view: View): string =>
  !isEveryRow(view)
    ? 'The rows that are shown, as they are shown.'
    : heldBack === 0
      ? 'Everything that was fetched, in the order it came.'
      : `The rows that are shown, in the order they came; ${grouping(heldBack)} more ${heldBack === 1 ? 'is' : 'are'} fetched.`;
