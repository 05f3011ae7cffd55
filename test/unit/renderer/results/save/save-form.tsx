import { act, useEffect, useState } from 'react';
import { SaveForm } from '#renderer/features/results/save/SaveDialog.tsx';
import type { ExportChoice } from '#renderer/state/exports.ts';
import type { Column } from '#shared/contract/run.ts';
import { draw } from '../../draw.tsx';
import { makeRun } from '../../make.ts';
import { LookedAt } from '../results-window.tsx';

let setRows: (rowCount: number) => void;

/** Rows arrive in the run that is being saved, page by page. */
export const rowsArrive = (rowCount: number) => act(async () => setRows(rowCount));

function GrowingRun({
  columns,
  onSave,
}: {
  columns: Column[];
  onSave: (spec: ExportChoice) => void;
}) {
  const [rowCount, setRowCount] = useState(20);
  useEffect(() => {
    setRows = setRowCount;
  }, []);
  return (
    <LookedAt run={makeRun({ columns, rowCount })}>
      <SaveForm saving={{ kind: 'none' }} onSave={onSave} onCancel={() => {}} onClose={() => {}} />
    </LookedAt>
  );
}

/** *Save…* of a run that has 20 rows so far. */
export const drawSave = (columns: Column[], onSave: (spec: ExportChoice) => void = () => {}) =>
  draw(<GrowingRun {...{ columns, onSave }} />);
