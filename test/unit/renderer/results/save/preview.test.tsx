import { act, useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { SaveForm } from '#renderer/features/results/save/SaveDialog.tsx';
import { everyRow } from '#shared/contract/view.ts';
import { draw, screenText } from '../../draw.tsx';
import { settle } from '../../explore/window.tsx';
import { answerLater, inputsOf, ok } from '../../fake-host.ts';
import { makeRun } from '../../make.ts';

let rowsArrive: (rowCount: number) => void;

function Save() {
  const [rowCount, setRowCount] = useState(20);
  useEffect(() => {
    rowsArrive = setRowCount;
  }, []);
  return (
    <SaveForm
      {...{ run: makeRun({ rowCount }), resource: null, view: everyRow, columns: [] }}
      {...{ opened: null, duplicates: null, saving: { kind: 'none' } as const }}
      onSave={() => {}}
      onCancel={() => {}}
      onClose={() => {}}
    />
  );
}

const previewOf = (of: number) =>
  ok({ of, header: ['text'], rows: [], text: null, citation: 'C', network: null, before: null });

test('while a run grows, its preview says how many rows will be written, one reading after the other', async () => {
  const asked = () => inputsOf('export.preview').length;
  let read = answerLater('export.preview');
  await draw(<Save />);
  await settle();
  for (const rowCount of [40, 60]) await act(async () => rowsArrive(rowCount));
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
