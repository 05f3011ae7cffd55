// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showParameter } from '#renderer/features/explore/form-view.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import { answer } from '../fake-host.ts';
import {
  blur,
  button,
  buttons,
  click,
  descriptionOf,
  drawForm,
  form,
  input,
  only,
  parameter,
  press,
  queryNow,
  realService,
  settle,
  starts,
  submit,
  type,
  workspace,
} from './window.tsx';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

afterEach(() => {
  vi.useRealTimers();
});

describe('the form of every question', () => {
  const endpoints = catalogue.endpoints.filter(isDataEndpoint);

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s has a labelled control for each parameter',
    async (_, endpoint) => {
      await drawForm({ endpointId: endpoint.id });
      expect(form().dataset['endpoint']).toBe(endpoint.id);
      const [more] = buttons('More options');
      if (more !== undefined) await click(more);
      for (const { key, label, required } of endpoint.parameters) {
        const control = input(label);
        expect(parameter(key).contains(control)).toBe(true);
        expect(control.required).toBe(required);
      }
      expect(parameter('fields').contains(button('Fields All fields'))).toBe(true);
    },
  );

  it('puts required values first', async () => {
    await drawForm({ endpointId: 'forum.comments.by-user', values: { limit: '5' } });
    const keys = [...document.querySelectorAll<HTMLElement>('[data-param]')];
    expect(keys.map(({ dataset }) => dataset['param'])).toEqual([
      'username',
      'fields',
      'sort',
      'time',
      'limit',
    ]);
  });

  it('says what is assumed', async () => {
    await drawForm({ endpointId: 'forum.posts.by-ids' });
    expect(parameter('ids').contains(button('assumed name'))).toBe(true);
    expect(form().textContent).not.toContain('Assumed address');
    await drawForm({ endpointId: 'forum.comments.by-user' });
    expect(buttons('assumed name')).toEqual([]);
    expect(form().textContent).toContain('Assumed address');
  });
});

describe('messages', () => {
  it('wait until a field was left, then follow the typing', async () => {
    await drawForm({ endpointId: 'microblog.posts.get' });
    const id = input('Post ID');
    await blur(id);
    expect(id.getAttribute('aria-invalid')).toBeNull();
    await type(id, '12a');
    expect(id.getAttribute('aria-invalid')).toBeNull();
    await blur(id);
    expect(descriptionOf(id)).toMatch(/numeric string/);
    await type(id, '12');
    expect(descriptionOf(id)).toBe(
      'The long number at the end of the post’s address, or that address.',
    );
    await type(id, '12b');
    expect(descriptionOf(id)).toMatch(/numeric string/);
  });

  it('come when typing pauses, too', async () => {
    vi.useFakeTimers();
    await drawForm({ values: { q: 'trees' } });
    await type(input('From'), '2026-13-40');
    await act(async () => vi.advanceTimersByTime(2000));
    expect(descriptionOf(input('From'))).toMatch(/YYYY-MM-DD/);
    expect(input('From').value).toBe('2026-13-40');
  });

  it('of a control behind More options bring it out', async () => {
    await drawForm({ values: { q: 'trees', lang: '?' } });
    await click(button('Fewer options'));
    expect(document.querySelector('[data-param="lang"]')).toBeNull();
    await submit();
    await settle();
    expect(document.activeElement).toBe(input('Language'));
    expect(starts()).toEqual([]);
  });

  it('can be led to from outside', async () => {
    const tab = await drawForm({ values: { q: 'trees' } }, {}, { collapsed: true });
    await act(async () => showParameter(tab, 'countryCode'));
    await settle();
    expect(document.activeElement).toBe(input('Country'));
  });
});

describe('More options', () => {
  it('names what is behind it, and what is set there', async () => {
    await drawForm({ values: { q: 'trees' } });
    expect(button('More options').parentElement?.textContent).toBe(
      'More optionslanguage, country, order',
    );
    await drawForm({ values: { q: 'trees', sortBy: 'latest' } });
    expect(input('Order').value).toBe('Newest first');
    await click(button('Fewer options'));
    expect(button('More options').parentElement?.textContent).toContain('order: Newest first');
  });

  it('shows what has no effect as switched off', async () => {
    await drawForm({ endpointId: 'forum.comments.by-user', values: { sort: 'new' } });
    expect(input('Period').disabled).toBe(true);
    await drawForm({ endpointId: 'forum.comments.by-user', values: { sort: 'top' } });
    expect(input('Period').disabled).toBe(false);
  });
});

describe('around the question', () => {
  it('collapses to a line and opens again', async () => {
    await drawForm({ values: { q: 'trees', since: '2026-11-01' }, fields: ['id', 'text'] });
    await click(button('Collapse the question'));
    expect(workspace().tabs[0]?.collapsed).toBe(true);
    expect(form().dataset['endpoint']).toBe('microblog.posts.search');
    expect(form().textContent).toContain('trees');
    expect(form().textContent).toContain('2 fields');
    await click(button('Edit query'));
    expect(document.activeElement).toBe(input('Words to search for'));
  });

  it('can be starred', async () => {
    await drawForm();
    await click(button('Star this question'));
    expect(workspace().starred).toEqual(['microblog.posts.search']);
    await click(button('Unstar this question'));
    expect(workspace().starred).toEqual([]);
  });

  it('offers an example on the sample service, while nothing was typed', async () => {
    await drawForm({ endpointId: 'forum.posts.by-ids' }, realService);
    expect(buttons('Use an example')).toEqual([]);
    await drawForm({ endpointId: 'forum.posts.by-ids' });
    await click(button('Use an example'));
    expect(queryNow().values).toEqual({ ids: '1k2a9f, 1k2b7c, 1k2c03, 1k2d5x, 1k2e8m' });
    expect(buttons('Use an example')).toEqual([]);
    expect(document.activeElement).toBe(input('Post IDs'));
  });

  it('says the cost before anything is asked', async () => {
    await drawForm({ values: { q: 'trees' } }, realService);
    expect(form().textContent).toContain('Each page is one metered call. Usually 20 posts.');
    await type(input('Until'), '2026-11-20');
    expect(form().textContent).toContain('10 posts while dates are set.');
  });

  it('draws nothing for a question that the catalogue does not have', async () => {
    await drawForm({ endpointId: 'microblog.posts.gone' });
    expect(document.querySelector('form')).toBeNull();
  });

  it('keeps Escape and arrows of the calendar to itself', async () => {
    await drawForm({ values: { q: 'trees', since: '2026-11-20' } });
    await press(input('From'), 'ArrowDown');
    const calendar = only('[role="dialog"][aria-label="Calendar"]');
    await click(only<HTMLElement>('[aria-label="5 November 2026"]', calendar));
    expect(queryNow().values['since']).toBe('2026-11-05');
    expect(document.activeElement).toBe(input('From'));
    expect(document.querySelector('[role="dialog"]')).toBeNull();
  });
});

describe('data from', () => {
  const switches = () => [...document.querySelectorAll('[role="radiogroup"]')];
  const from = (value: 'live' | 'stored') =>
    only<HTMLInputElement>(`input[type="radio"][value="${value}"]`);

  it('switches to stored data and back; what both ask for stays', async () => {
    const values = { q: 'sea', since: '2026-11-01', lang: 'en' };
    const id = await drawForm({ values });
    expect(switches().map((group) => group.getAttribute('aria-label'))).toEqual(['Data from']);
    expect([from('live').checked, from('stored').checked]).toEqual([true, false]);
    await click(from('stored'));
    expect(form().dataset['endpoint']).toBe('microblog.posts.search.stored');
    expect(queryNow()).toMatchObject({ endpointId: 'microblog.posts.search.stored', values });
    expect(input('Words to search for').value).toBe('sea');
    expect(form().textContent).toContain('Assumed address');
    await click(button('Collapse the question'));
    expect(form().textContent).toContain('Stored data');
    await act(async () => showParameter(id, null));
    await click(from('live'));
    expect(form().dataset['endpoint']).toBe('microblog.posts.search');
  });

  it('is offered only where both can be asked', async () => {
    await drawForm({ endpointId: 'microblog.posts.get' });
    expect(switches()).toEqual([]);
  });

  it('always says how the answer should come', async () => {
    await drawForm({ endpointId: 'microblog.users.search.stored', values: { q: 'sea' } });
    expect(input('Answer').value).toBe('First page at once');
    await click(button('Request'));
    expect(only('section[aria-label="Request"]').textContent).toContain('responseType=fast');
    await press(input('Answer'), 'Delete');
    expect(input('Answer').value).toBe('First page at once');
  });

  it('is locked with the question, and stars the question itself', async () => {
    await drawForm({ endpointId: 'microblog.posts.search.stored', values: { q: 'sea' } });
    await click(button('Star this question'));
    expect(workspace().starred).toEqual(['microblog.posts.search']);
    answer('run.start', () => new Promise(() => undefined));
    await submit();
    expect(from('live').disabled).toBe(true);
    expect(workspace().recent).toEqual(['microblog.posts.search']);
  });
});
