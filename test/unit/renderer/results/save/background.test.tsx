import { expect, test } from 'vitest';
import { SaveDialog } from '#renderer/features/results/save/SaveDialog.tsx';
import { failedWords } from '#renderer/features/results/save/use-saving.tsx';
import { saveRows } from '#renderer/state/exports.ts';
import { draw } from '../../draw.tsx';
import { button, click } from '../../explore/window.tsx';
import { answer, answerLater, inputsOf, ok, refuse } from '../../fake-host.ts';
import { makeExport, makeProblem, makeRun } from '../../make.ts';
import { LookedAt } from '../results-window.tsx';

// Only the active tab is mounted: the dialog that began the export is gone.
test('an export that goes on in the background is shown again, and can be cancelled', async () => {
  answer('export.preview', refuse('No preview'));
  answer('export.cancel', () => ok({}));
  const run = makeRun();
  const start = answerLater('export.start');
  void saveRows({ runIds: [run.id], format: { kind: 'csv' } }, 'export-0001');
  start(ok({ kind: 'started', export: makeExport({ kind: 'preparing' }) }));
  await draw(
    <LookedAt run={run}>
      <SaveDialog of={{ preset: null }} onClose={() => {}} />
    </LookedAt>,
  );
  await click(button('Cancel saving'));
  expect(inputsOf('export.cancel')).toEqual([{ exportId: 'export-0001' }]);
});

test('a failure doesn’t say that nothing was saved where runs were added before it', () => {
  const problem = makeProblem('The disk is full.');
  const words = (runIds: string[], kind: 'csv' | 'dataset') =>
    failedWords({ runIds, format: { kind } }, problem);
  expect(words(['one', 'two'], 'csv')).toMatch(/^Nothing was saved: The disk is full\./);
  expect(words(['one'], 'dataset')).toMatch(/^Nothing was saved: /);
  expect(words(['one', 'two'], 'dataset')).toMatch(/^Not every run was saved: The disk is full\./);
});
