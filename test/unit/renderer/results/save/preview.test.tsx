import { expect, test } from 'vitest';
import { screenText } from '../../draw.tsx';
import { settle } from '../../explore/window.tsx';
import { answerLater, inputsOf, ok } from '../../fake-host.ts';
import { unmount } from '../../mount.tsx';
import { drawSave, rowsArrive } from './save-form.tsx';

const previewOf = (of: number) =>
  ok({ of, header: ['text'], rows: [], text: null, citation: 'C', network: null, before: null });

test('while a run grows, its preview says how many rows will be written, one reading after the other', async () => {
  const asked = () => inputsOf('export.preview').length;
  let read = answerLater('export.preview');
  await drawSave([]);
  await settle();
  for (const rowCount of [40, 60]) await rowsArrive(rowCount);
  expect(asked()).toBe(1);
  const first = read;
  read = answerLater('export.preview');
  first(previewOf(20));
  await settle();
  expect(asked()).toBe(2);
  read(previewOf(60));
  await settle();
  expect(screenText()).toContain('60 rows, 1 column will be written');
  expect(asked()).toBe(2);
});

test('a preview ends with the dialog', async () => {
  answerLater('export.preview');
  await drawSave([]);
  await settle();
  expect(inputsOf('export.cancel')).toEqual([]);
  await unmount();
  const { exportId } = inputsOf('export.preview')[0] as { exportId: string };
  expect(inputsOf('export.cancel')).toEqual([{ exportId }]);
});
