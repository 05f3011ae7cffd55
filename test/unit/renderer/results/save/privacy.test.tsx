// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { SaveForm } from '#renderer/features/results/save/SaveDialog.tsx';
import type { ExportChoice } from '#renderer/state/exports.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { FoundPeople } from '#shared/contract/export/privacy.ts';
import { draw } from '../../draw.tsx';
import { button, click, only, settle } from '../../explore/window.tsx';
import { answer, ok, refuse } from '../../fake-host.ts';
import { makeRun } from '../../make.ts';
import { makeColumn } from '../charts/make-chart.ts';

test('until people are found, nothing can be saved with their names in it', async () => {
  answer('export.preview', refuse('No preview'));
  let find: (found: FoundPeople) => void = () => {};
  answer('export.findPeople', async () =>
    ok(await new Promise<FoundPeople>((resolve) => (find = resolve))),
  );
  const columns = ['authorUsername', 'lang'].map((field) => makeColumn({ field, label: field }));
  const saved: ExportChoice[] = [];
  await draw(
    <SaveForm
      {...{ run: makeRun({ columns }), resource: null, view: everyRow, columns }}
      {...{ opened: null, duplicates: null, saving: { kind: 'none' } as const }}
      onSave={(spec) => saved.push(spec)}
      onCancel={() => {}}
      onClose={() => {}}
    />,
  );
  const submit = () =>
    act(async () => {
      only('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });
  await click(only<HTMLElement>('section[aria-label="Privacy"] button'));
  await click(button('Pseudonymise identifying columns'));
  expect(button('Save').disabled).toBe(true);
  await submit();
  expect(saved).toEqual([]);
  const privacy = {
    drop: ['lang'],
    pseudonyms: [{ field: 'authorUsername', kind: 'username' as const }],
    scrubMentions: [],
  };
  find({ privacy, remains: [] });
  await settle();
  await submit();
  expect(saved[0]?.privacy).toEqual(privacy);
});
