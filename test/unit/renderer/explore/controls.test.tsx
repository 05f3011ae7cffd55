// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import {
  blur,
  click,
  descriptionOf,
  drawForm,
  input,
  parameter,
  press,
  queryNow,
  type,
} from './window.tsx';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')];
const option = (words: string) => {
  const found = options().find(({ textContent }) => textContent?.startsWith(words));
  if (found === undefined) throw new Error(`no option “${words}”`);
  return found;
};

/** A description that was read meanwhile knows all values that the service takes. */
async function closeLists(): Promise<void> {
  const { snapshot } = useApp.getState();
  if (snapshot === null) throw new Error('No snapshot.');
  const endpoints = snapshot.catalogue.endpoints.map((endpoint) => ({
    ...endpoint,
    parameters: endpoint.parameters.map((one) =>
      one.type.kind === 'choice' ? { ...one, type: { ...one.type, closed: true } } : one,
    ),
  }));
  await act(async () => {
    useApp.setState({ snapshot: { ...snapshot, catalogue: { ...snapshot.catalogue, endpoints } } });
  });
}

describe('text', () => {
  it('goes into the question as it is typed', async () => {
    await drawForm();
    await type(input('Words to search for'), ' “tidal power” OR 潮力 ');
    expect(queryNow().values).toEqual({ q: ' “tidal power” OR 潮力 ' });
  });

  it('shows the @ beside the value, never in it', async () => {
    await drawForm({ endpointId: 'microblog.users.get', values: { username: 'mira' } });
    expect(input('Account').value).toBe('mira');
    expect(input('Account').closest('[data-param]')?.textContent).toContain('@');
    await type(input('Account'), '@mira');
    await blur(input('Account'));
    expect(input('Account').value).toBe('mira');
    await type(input('Account'), '@@mira');
    await blur(input('Account'));
    expect(descriptionOf(input('Account'))).toMatch(/without the leading @/);
  });
});

describe('a choice from a closed list', () => {
  const draw = (values: Record<string, string> = {}) =>
    drawForm({ endpointId: 'forum.comments.by-user', values: { sort: 'top', ...values } });

  it('is opened and made with the pointer', async () => {
    await draw();
    await click(input('Period'));
    expect(input('Period').getAttribute('aria-expanded')).toBe('true');
    await click(option('Past week'));
    expect(queryNow().values['time']).toBe('week');
    expect(input('Period').value).toBe('Past week');
  });

  it('is opened and made with keys', async () => {
    await draw();
    await press(input('Period'), 'ArrowDown');
    await press(input('Period'), 'ArrowDown');
    await press(input('Period'), 'Enter');
    expect(options()).toEqual([]);
    expect(queryNow().values['time']).toBe('hour');
  });

  it('shows the default while it is not made, and can be taken back', async () => {
    await draw();
    expect(input('Period').placeholder).toBe('All time');
    expect(queryNow().values).not.toHaveProperty('time');
    await draw({ time: 'day' });
    await press(input('Period'), 'Delete');
    expect(queryNow().values['time']).toBe('');
    expect(input('Period').value).toBe('');
  });

  it('stays made where it is required', async () => {
    await drawForm({
      endpointId: 'microblog.users.connections',
      values: { username: 'a', connectionType: 'following' },
    });
    await press(input('Show'), 'Delete');
    expect(queryNow().values['connectionType']).toBe('following');
  });
});

describe('a choice from an assumed list', () => {
  const draw = () =>
    drawForm({ endpointId: 'microblog.posts.interacting-users', values: { id: '1' } });

  it('offers what we assume, with the name on the wire', async () => {
    await draw();
    await click(input('Who'));
    expect(options().map(({ textContent }) => textContent)).toEqual([
      'Those who commentedcommenters',
      'Those who quoted itquoters',
      'Those who reposted itretweeters',
    ]);
    await click(option('Those who quoted it'));
    expect(queryNow().values['interactionType']).toBe('quoters');
    expect(input('Who').value).toBe('Those who quoted it');
  });

  it('takes other values as they are typed', async () => {
    await draw();
    await type(input('Who'), 'commenters');
    expect(input('Who').value).toBe('commenters');
    await type(input('Who'), 'commentersOfComments');
    expect(queryNow().values['interactionType']).toBe('commentersOfComments');
    await type(input('Who'), 'Those who reposted it');
    expect(queryNow().values['interactionType']).toBe('retweeters');
  });

  it('is closed by a description when nobody is in it, and keeps what was typed in sight', async () => {
    await draw();
    await type(input('Who'), 'admirers');
    await closeLists();
    expect(document.activeElement).toBe(input('Who'));
    expect(input('Who').readOnly).toBe(false);
    await blur(input('Who'));
    expect(input('Who').readOnly).toBe(true);
    expect(input('Who').value).toBe('admirers');
    expect(descriptionOf(input('Who'))).toMatch(/^Choose one of: Those who commented/);
  });
});

describe('a code', () => {
  const draw = async () => {
    await drawForm({ values: { q: 'sea' } });
    const more = [...document.querySelectorAll('button')].find(({ textContent }) =>
      textContent?.includes('More options'),
    );
    if (more !== undefined) await click(more);
  };
  const language = () => parameter('lang').querySelector('input')!;
  const country = () => parameter('countryCode').querySelector('input')!;

  it('is chosen by the name of what it stands for', async () => {
    await draw();
    await type(language(), 'portug');
    expect(options().map(({ textContent }) => textContent)).toEqual(['Portuguesept']);
    await click(option('Portuguese'));
    expect(queryNow().values['lang']).toBe('pt');
    expect(language().value).toBe('Portuguese');
    await type(country(), 'united kingdom');
    expect(queryNow().values['countryCode']).toBe('GB');
    await type(country(), 'pt');
    await blur(country());
    expect([queryNow().values['countryCode'], country().value]).toEqual(['PT', 'Portugal']);
  });

  it('that is not listed may be typed; a word that is none is explained', async () => {
    await draw();
    await type(language(), 'pt-BR');
    await blur(language());
    expect(queryNow().values['lang']).toBe('pt-BR');
    await type(language(), 'Portugese');
    await blur(language());
    expect(descriptionOf(language())).toMatch(/^Choose a language, or use its code/);
  });
});

describe('numbers', () => {
  it('stay as typed, with the rule', async () => {
    await drawForm({ endpointId: 'forum.comments.by-user', values: { username: 'a', limit: '5' } });
    const limit = input('Comments a page');
    expect(limit.inputMode).toBe('numeric');
    await type(limit, '1000');
    await blur(limit);
    expect(limit.value).toBe('1000');
    expect(descriptionOf(limit)).toBe('Use a whole number from 1 to 100.');
  });
});

describe('IDs', () => {
  it('are counted as they are typed, and named when one is wrong', async () => {
    await drawForm({ endpointId: 'forum.posts.by-ids' });
    expect(descriptionOf(input('Post IDs'))).toMatch(/^At most 100 IDs\. Separated/);
    await type(input('Post IDs'), 'a1, a2\na3 a1');
    expect(descriptionOf(input('Post IDs'))).toMatch(/^3 of at most 100 IDs\./);
    await type(input('Post IDs'), 'a1, t3_a2, b_3');
    await blur(input('Post IDs'));
    expect(descriptionOf(input('Post IDs'))).toContain('“b_3”');
  });
});
