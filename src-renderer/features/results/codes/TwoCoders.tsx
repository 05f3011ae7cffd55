/** Two coders: codes handed on and taken in, how far two columns agree, and the rows where they don't. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Agreement, ColumnsAgreement, OwnColumn } from '#shared/contract/codes.ts';
import { Choice } from '#renderer/components/popups.tsx';
import { FileButton, SmallButton } from '#renderer/components/buttons.tsx';
import { DialogForm, DialogNote } from '#renderer/components/dialog/Dialog.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { saveAndReport, showActions } from '#renderer/components/notices/NoticeStrip.tsx';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { afterFirst, FramedTable } from '#renderer/components/tables.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { ownColumnsOf, takeCodes, useAgreement } from '#renderer/state/codes.ts';
import { saveFile } from '#renderer/state/exports.ts';
import { useRows } from '../rows-scope.ts';

/** The column that another coder most likely has the same of. */
const otherOf = (one: OwnColumn, all: readonly OwnColumn[]): OwnColumn | undefined =>
  all.find(({ field, name }) => field !== one.field && name.startsWith(`${one.name} (`)) ??
  all.find(({ field, kind }) => field !== one.field && kind === one.kind);

export function TwoCoders({ field }: { field: string }) {
  const { run, columns, view, setView } = useRows();
  const own = ownColumnsOf(columns);
  const [chosen, choose] = useState<[string, string | null]>([field, null]);
  const one = own.find((column) => column.field === chosen[0]) ?? own[0];
  const other = own.find((column) => column.field === chosen[1]) ?? (one && otherOf(one, own));
  const found = useAgreement(run, view, one && other ? [one.field, other.field] : null);
  const handing = useAction();
  const save = (of: 'codes' | 'codebook'): void =>
    handing.run(() => saveAndReport(saveFile({ of, resource: run.resource })));
  const take = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const text = await file.text();
    handing.run(() =>
      takeCodes(text, run.id, ({ columns: names, values, ofRun }) => {
        const here = ofRun === values ? '' : `. Of this run’s rows: ${grouping(ofRun)}`;
        const taken = `${countOf(values, 'value')} taken in, as ${names.join(', ')}${here}`;
        showActions({ text: taken, actions: {} });
      }),
    );
  };
  const selects = [
    { label: 'First column', column: one, at: 0 },
    { label: 'Second column', column: other, at: 1 },
  ];
  const differ = found?.all == null ? null : found.all.items - found.all.same;
  return (
    <DialogForm
      submit="Show rows that differ"
      cancel="Close"
      isDisabled={one === undefined || other === undefined || differ === 0}
      act={() => {
        if (one === undefined || other === undefined) return undefined;
        const filter = { kind: 'differs', field: one.field, from: other.field } as const;
        const others = view.filters.filter(({ kind }) => kind !== 'differs');
        setView({ ...view, filters: [...others, filter] });
        return null;
      }}
    >
      <DialogNote>
        Each of you codes the same rows in a copy of the project, or with these columns. One saves
        the codes as a file, the other takes them in: they become columns of their own.
      </DialogNote>
      <Group gap={8}>
        <SmallButton onClick={() => save('codes')}>Save your codes as a file…</SmallButton>
        <FileButton accept=".json" onChange={(file) => void take(file)}>
          {(props) => (
            <Button size="xs" variant="default" {...props}>
              Take in another coder’s file…
            </Button>
          )}
        </FileButton>
        <SmallButton onClick={() => save('codebook')}>Save the codebook…</SmallButton>
      </Group>
      <ActionProblem action={handing} />
      {own.length > 1 && (
        <Group gap={12} grow>
          {selects.map(({ label, column, at }) => (
            <Choice
              key={label}
              label={label}
              choices={own.map((choice) => ({ value: choice.field, label: choice.name }))}
              value={column?.field ?? ''}
              onChange={(value) =>
                choose(at === 0 ? [value, chosen[1]] : [one?.field ?? field, value])
              }
            />
          ))}
        </Group>
      )}
      {own.length < 2 ? (
        <Text size="sm">There is no other column to compare this one with yet.</Text>
      ) : (
        found !== null && <Found found={found} names={[one?.name ?? '', other?.name ?? '']} />
      )}
    </DialogForm>
  );
}

const figure = (value: number | null): string => (value === null ? '–' : value.toFixed(3));

const cellsOf = (name: string, { items, same, percent, kappa, alpha }: Agreement): string[] => [
  name,
  grouping(items),
  grouping(same),
  percent === null ? '–' : `${(percent * 100).toFixed(1)}%`,
  figure(kappa),
  figure(alpha),
];

function Found({ found, names }: { found: ColumnsAgreement; names: [string, string] }) {
  const { all, codes, only } = found;
  const rows = [
    ...(all === null ? [] : [cellsOf('All together', all)]),
    ...codes.map((code) => cellsOf(code.code, code)),
  ];
  return (
    <>
      <FramedTable
        name="Agreement"
        isNamed
        isNumber={afterFirst}
        head={[
          'Code',
          'Coded by both',
          'Same',
          'Agreement',
          'Cohen’s kappa',
          'Krippendorff’s alpha',
        ]}
        rows={rows}
      />
      <DialogNote>
        {only[0] + only[1] > 0 &&
          `Of the rows shown, only ${names[0]} has a value for ${countOf(only[0], 'item')}, only ${names[1]} for ${countOf(only[1], 'item')}: these say nothing about agreement. `}
        Kappa as in Cohen (1960), alpha as in Krippendorff (2011); numbers by how far they are
        apart. “–”: it can’t be told, for example because every value is the same.
      </DialogNote>
    </>
  );
}
