// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import { openTab } from '#renderer/state/workspace.ts';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import { answer, asked } from '../fake-host.ts';
import { makeProblem, makeRun } from '../make.ts';
import {
  button,
  checkbox,
  click,
  descriptionOf,
  drawForm,
  input,
  only,
  press,
  queryNow,
  settle,
  submit,
  type,
  workspace,
} from './window.tsx';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const usualChoice = () => checkbox('Use as my usual choice for posts');
const found = (label: string) => only<HTMLInputElement>(`input[aria-label="${label}"]`);
const listed = () => [...document.querySelectorAll('fieldset fieldset, [role=dialog] fieldset')];

async function drawOpened(
  fields: string[] = [],
  usual: string[] = [],
  endpointId = 'microblog.posts.search',
): Promise<void> {
  const usualFields = { 'microblog.post': usual };
  const query = { endpointId, values: { q: 'trees' }, fields };
  await drawForm(query, { workspace: { ...emptyWorkspace, usualFields } });
  await click(only<HTMLElement>('[data-param="fields"] button'));
}

describe('the field picker', () => {
  it('ticks every field while none is named, and names those left when one is unticked', async () => {
    await drawOpened([], [], 'photoshare.posts.search');
    expect(checkbox('Caption caption').checked).toBe(true);
    await click(checkbox('Caption caption'));
    expect(queryNow().fields).toHaveLength(26);
    expect(queryNow().fields).not.toContain('caption');
    expect(button('Fields 26 of 27').getAttribute('aria-expanded')).toBe('true');
    await click(checkbox('Caption caption'));
    expect(queryNow().fields).toEqual([]);
    expect(button('Fields All fields')).toBeTruthy();
  });

  it('keeps the order of the list, whatever the order of ticking', async () => {
    await drawOpened(['text']);
    await click(checkbox('Likes likeCount'));
    await click(checkbox('Post ID id'));
    expect(queryNow().fields).toEqual(['id', 'text', 'likeCount']);
  });

  it('finds by plain word and by technical name', async () => {
    await drawOpened();
    await type(found('Find a field'), 'repost');
    expect(
      listed()
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain('retweetCount');
    await type(found('Find a field'), 'retweetc');
    expect(listed().map(({ textContent }) => textContent)).toEqual(['NumbersReposts retweetCount']);
    await type(found('Find a field'), 'zork');
    expect(only('[role=dialog]').textContent).toContain('No field matches “zork”.');
  });

  it('goes through the list with arrows, one stop for Tab', async () => {
    await drawOpened();
    await press(found('Find a field'), 'ArrowDown');
    expect(document.activeElement).toBe(checkbox('Post ID id'));
    await press(checkbox('Post ID id'), 'ArrowDown');
    expect(document.activeElement).toBe(checkbox('Text text'));
    await press(checkbox('Text text'), 'End');
    const boxes = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] fieldset input')];
    expect(document.activeElement).toBe(boxes.at(-1));
    expect(boxes.filter(({ tabIndex }) => tabIndex === 0)).toEqual([boxes.at(-1)]);
  });
});

describe('no field chosen', () => {
  it('is said, is not asked, and is not mistaken for every field', async () => {
    await drawOpened(['id']);
    await click(button('None'));
    expect(queryNow().fields).toEqual([]);
    expect(button('Fields None chosen').getAttribute('aria-invalid')).toBe('true');
    expect(descriptionOf(button('Fields None chosen'))).toMatch(/Choose at least one field/);
    await click(button('Done'));
    await submit();
    await settle();
    expect(asked.map(({ method }) => method)).not.toContain('run.start');
    expect(document.activeElement).toBe(button('Fields None chosen'));
    await click(button('Fields None chosen'));
    await click(button('All'));
    expect(button('Fields All fields').getAttribute('aria-invalid')).toBeNull();
    answer('run.start', () => ({ ok: false, error: makeProblem('No key') }));
    await submit();
    expect(asked.map(({ method }) => method)).toContain('run.start');
  });
});

describe('no field chosen, after every field was asked for', () => {
  it('is another question: asking is the main step again', async () => {
    const run = makeRun();
    await drawForm({ values: { q: 'trees' } }, {}, { runId: run.id });
    await act(async () => useApp.setState({ runs: { [run.id]: run } }));
    expect(button('Get first page').dataset['variant']).toBe('default');
    await click(button('Fields All fields'));
    await click(button('None'));
    expect(button('Get first page').dataset['variant']).toBe('filled');
  });
});

describe('the usual choice', () => {
  it('is saved, taken again, and what new questions start with', async () => {
    await drawOpened(['id', 'text']);
    await click(usualChoice());
    expect(workspace().usualFields).toEqual({ 'microblog.post': ['id', 'text'] });
    expect(usualChoice().checked).toBe(true);
    await click(button('All'));
    expect(usualChoice().checked).toBe(false);
    await click(button('My usual'));
    expect(queryNow().fields).toEqual(['id', 'text']);
    openTab('microblog.posts.quotes');
    openTab('microblog.users.get', { values: { username: 'a' } });
    openTab('microblog.posts.get', { fields: ['id'] });
    expect(
      workspace()
        .tabs.slice(1)
        .map(({ query }) => query.fields),
    ).toEqual([['id', 'text'], [], ['id']]);
  });

  it('is forgotten by unticking, or by choosing every field', async () => {
    await drawOpened(['id'], ['id']);
    await click(usualChoice());
    expect(workspace().usualFields['microblog.post']).toEqual([]);
    await drawOpened([], ['id']);
    await click(usualChoice());
    expect(workspace().usualFields['microblog.post']).toEqual([]);
    expect(usualChoice()).toMatchObject({ checked: true, disabled: true });
  });

  it('is what a table shows first, until there is one', async () => {
    await drawOpened();
    await click(button('My usual'));
    expect(queryNow().fields).toContain('text');
    expect(queryNow().fields).not.toContain('source');
  });
});

describe('an assumed list', () => {
  it('says so and takes names of the person’s own', async () => {
    await drawOpened(['id']);
    expect(only('[role=dialog]').textContent).toContain('It may refuse a name.');
    await click(button('Add a name'));
    const name = found('Name of the field');
    for (const [wrong, words] of [
      ['', /Type the name/],
      ['9lives', /can’t be a name/],
      ['id', /chosen already/],
    ] as const) {
      await type(name, wrong);
      await click(button('Add'));
      expect(descriptionOf(name)).toMatch(words);
    }
    await type(name, 'viewCount, legacy.id');
    await press(name, 'Enter');
    expect(queryNow().fields).toEqual(['id', 'viewCount', 'legacy.id']);
    expect(name.value).toBe('');
    expect(checkbox('viewCount').checked).toBe(true);
    await click(checkbox('viewCount'));
    expect(queryNow().fields).toEqual(['id', 'legacy.id']);
  });

  it('has no such line where the list is documented', async () => {
    await drawOpened([], [], 'photoshare.posts.search');
    expect(only('[role=dialog]').textContent).not.toContain('Assumed names');
    expect(input('Words to search for')).toBeTruthy();
  });
});
