// @vitest-environment happy-dom
/** The file that the program was opened with, from main into forms. */
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GivenRecipe } from '#renderer/components/recipe/GivenRecipe.tsx';
import { useApp } from '#renderer/state/app.ts';
import { takeEvent, takeFirstSnapshot } from '#renderer/state/boot.ts';
import type { Recipe } from '#shared/export/methods-sheet.ts';
import { everyRow } from '#shared/contract/view.ts';
import { draw, screenText } from '../draw.tsx';
import { answer, asked, host, ok, resetHost } from '../fake-host.ts';
import { makeProblem, makeSnapshot } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
const recipe = {
  queries: [
    { title: 'Posts: sea', query, pages: 3, service: { profileId: 'sample', address: 'x' } },
  ],
  spec: { view: everyRow },
  notices: [],
} as unknown as Recipe;

beforeEach(() => {
  resetHost();
  useApp.setState(useApp.getInitialState(), true);
  answer('app.snapshot', () => ok(makeSnapshot()));
  answer('recipe.take', () => ok({ recipe }));
});
afterEach(() => {
  host.capabilities.isGivenFiles = true;
});

const methods = (): string[] => asked.map(({ method }) => method);
const button = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === name);

describe('the given recipe', () => {
  it('is asked for after the first snapshot, where the system can open files', async () => {
    await takeFirstSnapshot();
    expect(methods()).toEqual(['app.snapshot', 'recipe.take']);
    expect(useApp.getState().givenRecipe).toEqual({ ok: true, value: recipe });
  });

  it('is not asked for in the browser', async () => {
    host.capabilities.isGivenFiles = false;
    await takeFirstSnapshot();
    expect(methods()).toEqual(['app.snapshot']);
  });

  it('nothing is shown when there is none', async () => {
    answer('recipe.take', () => ok({ recipe: null }));
    await takeFirstSnapshot();
    expect(useApp.getState().givenRecipe).toBeNull();
  });

  it('opens its forms once the person agrees, and asks the service nothing', async () => {
    await draw(<GivenRecipe />);
    await act(async () => takeEvent({ kind: 'recipe.given' }));
    expect(screenText()).toContain('The file was made from 1 question.');
    await act(async () => button('Open the form')?.click());
    const { snapshot, givenRecipe } = useApp.getState();
    expect(givenRecipe).toBeNull();
    expect(snapshot?.workspace.tabs.at(-1)?.query).toEqual(query);
    expect(methods()).not.toContain('run.start');
  });

  it('says why it can’t be read', async () => {
    answer('recipe.take', () => ({ ok: false, error: makeProblem('This is no methods sheet.') }));
    await draw(<GivenRecipe />);
    await act(async () => takeEvent({ kind: 'recipe.given' }));
    expect(screenText()).toContain('This is no methods sheet.');
  });
});
