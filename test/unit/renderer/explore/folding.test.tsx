/** When the form gives its room to the rows, and where the focus is then. */
import { act } from 'react';
import { expect, it } from 'vitest';
import { rememberRun } from '#renderer/state/app.ts';
import type { Run } from '#shared/contract/run.ts';
import { answerLater } from '../fake-host.ts';
import { makeProblem, makeRun } from '../make.ts';
import { button, click, drawForm, input, submit, type, workspace } from './window.tsx';

const words = () => input('Words to search for');
const isFolded = () => workspace().tabs[0]!.collapsed;
const fetching = { kind: 'fetching' as const, page: 1, since: '' };

type Arrive = (change: Partial<Run>) => Promise<void>;

/** Asks the form's question with the focus in its field; what main sends follows with `arrive`. */
async function askTrees(): Promise<Arrive> {
  await drawForm({ values: { q: 'trees' } });
  answerLater('run.start');
  await act(async () => words().focus());
  await submit();
  const { runId, query } = workspace().tabs[0]!;
  let revision = 0;
  const arrive = (change: Partial<Run>) =>
    act(async () =>
      rememberRun(
        makeRun({ id: runId!, query, revision: (revision += 1), rowCount: 0, ...change }),
      ),
    );
  await arrive({ state: fetching });
  return arrive;
}

it('the first rows fold the form, once, and the focus is on the way back', async () => {
  const arrive = await askTrees();
  expect(isFolded()).toBe(false);
  await arrive({ state: { ...fetching, page: 2 }, rowCount: 20 });
  const edit = button('Edit question');
  expect(document.activeElement).toBe(edit);
  expect(await isSwallowed(edit, true)).toBe(true);
  expect(await isSwallowed(edit, false)).toBe(false);
  await click(edit);
  expect(document.activeElement).toBe(words());
  await arrive({ rowCount: 40 });
  expect(isFolded()).toBe(false);
});

/** Whether Enter on a button does nothing. `repeat`: it is held down. */
async function isSwallowed(element: HTMLElement, repeat: boolean): Promise<boolean> {
  const init = { key: 'Enter', bubbles: true, cancelable: true, repeat };
  const event = new KeyboardEvent('keydown', init);
  await act(async () => element.dispatchEvent(event));
  return event.defaultPrevented;
}

it('a focus that is elsewhere by then stays there', async () => {
  const arrive = await askTrees();
  const other = document.body.appendChild(document.createElement('button'));
  other.focus();
  await arrive({ rowCount: 20 });
  expect([isFolded(), document.activeElement]).toEqual([true, other]);
  other.remove();
});

it('the focus of a form that is folded by hand is on the way back, too', async () => {
  await drawForm({ values: { q: 'trees' } });
  const fold = button('Collapse the question');
  await act(async () => fold.focus());
  await click(fold);
  expect(document.activeElement).toBe(button('Edit question'));
});

const failed = { kind: 'failed', page: 1, problem: makeProblem('No') } as const;
it.each<[where: string, happen: (arrive: Arrive) => Promise<void>]>([
  ['the first page failed, and still after it is fetched', (arrive) => arrive({ state: failed })],
  ['the page was empty', (arrive) => arrive({ state: { kind: 'noMore' } })],
  ['somebody reads the request', () => click(button('Request'))],
  ['somebody writes another question', () => type(words(), 'sea')],
])('the form stays open where %s', async (_where, happen) => {
  const arrive = await askTrees();
  await happen(arrive);
  await arrive({ state: fetching });
  await arrive({ rowCount: 20 });
  expect(isFolded()).toBe(false);
});

it('folded, it says what its rows are of, whatever the form asks for by now', async () => {
  const asked = { values: { q: 'trees' }, endpointId: 'microblog.posts.search.stored' };
  const rows = makeRun({
    id: 'run-live',
    query: { ...asked, endpointId: 'microblog.posts.search', fields: [] },
  });
  await drawForm(asked, {}, { runId: rows.id, collapsed: true });
  await act(async () => rememberRun(rows));
  const line = document.querySelector('form[data-endpoint]')!.textContent;
  expect(line).not.toContain('Stored data');
  expect(line).toContain('Edited, not asked yet');
});
