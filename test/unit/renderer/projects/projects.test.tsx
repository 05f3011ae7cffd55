import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProjectDialogs } from '#renderer/features/projects/ProjectsDialog.tsx';
import { Sidebar } from '#renderer/features/shell/Sidebar.tsx';
import { startWindow } from '#renderer/state/boot.ts';
import { showProjectDialog } from '#renderer/state/projects.ts';
import { changeWorkspace } from '#renderer/state/workspace.ts';
import type { KnownProject } from '#shared/contract/project.ts';
import { draw, screenText } from '../draw.tsx';
import { button, buttons, click, only, settle, submit, type } from '../explore/window.tsx';
import { answer, answerLater, asked, connect, inputsOf, ok, refuse, tell } from '../fake-host.ts';
import { makeSnapshot } from '../make.ts';

const known = (change: Partial<KnownProject>): KnownProject => ({
  id: 'one',
  title: 'Flood study',
  folder: 'data',
  openedAt: null,
  state: 'closed',
  isForgettable: false,
  ...change,
});

let reload: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  showProjectDialog(null);
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const projects = [
    known({ state: 'open' }),
    known({ id: 'two', title: '', folder: 'Gift' }),
    known({ id: 'three', title: 'Lost', state: 'missing', isForgettable: true }),
  ];
  answer('app.snapshot', () => ok(makeSnapshot()));
  answer('project.list', () =>
    ok({ projects, isCut: false, asksForFolder: false, folder: '/projects' }),
  );
});

afterEach(() => reload.mockRestore());

async function openList(): Promise<void> {
  await draw(<ProjectDialogs />);
  await act(async () => showProjectDialog('list'));
  await settle();
}

it('the list says that there are more projects than it can have', async () => {
  const none = { projects: [], isCut: true, asksForFolder: true, folder: '/projects' };
  answer('project.list', () => ok(none));
  await openList();
  expect(document.body.textContent).toContain('There are more projects than can be listed.');
});

it('the list says which projects can be opened or made, why others can’t, and lets go of them', async () => {
  await openList();
  const rows = [...document.querySelectorAll<HTMLButtonElement>('li > button:first-child')];
  expect(rows.map(({ disabled, textContent }) => [disabled, textContent])).toEqual([
    [true, 'Flood studydata · open now'],
    [false, 'Untitled projectGift · not opened here yet'],
    [true, 'Lostdata · folder not found'],
  ]);
  expect(buttons('Open another…')).toEqual([]);
  await click(button('Remove Lost from the list'));
  expect(inputsOf('project.forget')).toEqual([{ id: 'three' }]);
  expect(inputsOf('project.list')).toHaveLength(2);
  answer('project.create', refuse('The disk is full.'));
  await click(button('New project…'));
  expect(button('Create project').disabled).toBe(true);
  await type(only('[role="dialog"] input'), 'Second wave');
  await submit();
  expect(inputsOf('project.create')).toEqual([{ title: 'Second wave', stops: false }]);
  expect(screenText()).toContain('The disk is full.');
});

it('what is below the list comes with it, or with the reason why it can’t be read', async () => {
  const come = answerLater('project.list');
  await openList();
  expect(buttons('New project…')).toEqual([]);
  come(refuse('The folder is gone.')());
  await settle();
  expect(screenText()).toContain('The folder is gone.');
  expect(buttons('New project…')).toHaveLength(1);
});

it('asks before a project is opened that asks elsewhere or stops something, and says what was agreed to', async () => {
  const service = { address: 'https://elsewhere.example', hasKey: true };
  const stops = 'A file is being saved.';
  answer('project.open', () => ok({ kind: 'ask', id: 'two', title: 'Gift', service, stops }));
  await openList();
  await click(only<HTMLButtonElement>('li:nth-child(2) > button'));
  for (const words of [service.address, 'You have a key for this service.', stops]) {
    expect(screenText()).toContain(words);
  }
  expect(reload).not.toHaveBeenCalled();
  answer('project.open', () => ok({ kind: 'opened' }));
  await click(button('Open anyway'));
  expect(inputsOf('project.open')).toEqual([
    { id: 'two' },
    { id: 'two', address: service.address, stops: true },
  ]);
  expect(reload).toHaveBeenCalledOnce();
});

it('who has one project sees nothing of it; who has several sees which one is open', async () => {
  await draw(<Sidebar />);
  expect(buttons('Project: Untitled project')).toEqual([]);
  const project = { opening: 'first', title: 'Flood study', hasOthers: true };
  await draw(<Sidebar />, { snapshot: makeSnapshot({ project }) });
  expect(button('Project: Flood study').textContent).toBe('Social Data ExplorerFlood study');
  await draw(<Sidebar isRail />, { snapshot: makeSnapshot({ project }) });
  expect(button('Project: Flood study').textContent).toBe('');
});

it('another project that was opened reloads the window, which saves none of its tabs', async () => {
  const end = startWindow();
  await draw(null);
  changeWorkspace(() => ({ starred: ['a'] }));
  tell({ kind: 'project.opened' });
  expect(reload).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event('beforeunload'));
  await settle();
  expect(inputsOf('workspace.save')).toEqual([]);
  end();
});

it('so it is when the window did not hear of it', async () => {
  const end = startWindow();
  await draw(null);
  const project = { opening: 'second', title: '', hasOthers: true };
  connect('heard');
  // In a window that was heard before, this catches up and saves.
  await settle();
  asked.length = 0;
  connect('lost');
  answer('app.snapshot', () => ok(makeSnapshot({ project })));
  connect('heard');
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(inputsOf('workspace.save')).toEqual([]);
  end();
});
