// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { asked } from '../fake-host.ts';
import { button, click, drawForm, input, only, realService, type } from './window.tsx';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const panel = () => only<HTMLElement>('section[aria-label="Request"]');
const clipboard = vi.hoisted(() => ({ copied: [] as string[], refuses: false }));

vi.mock('#renderer/components/copy-text.ts', () => ({
  copyText: (text: string) => {
    if (!clipboard.refuses) clipboard.copied.push(text);
    return !clipboard.refuses;
  },
}));

beforeEach(() => {
  clipboard.copied.length = 0;
  clipboard.refuses = false;
});

async function drawOpened(query: Parameters<typeof drawForm>[0]) {
  await drawForm(query, realService);
  await click(button('Request'));
}

describe('the request disclosure', () => {
  it('shows the request that will be made, and follows the typing', async () => {
    await drawOpened({ values: { q: 'city trees' }, fields: ['id', 'text'] });
    const address = 'https://data.example.org/api/data/microblog/posts/live?q=';
    expect(panel().textContent).toContain(`GET${address}city%20trees&fields=id%2Ctext`);
    await type(input('Words to search for'), 'a&b');
    expect(panel().textContent).toContain(`GET${address}a%26b&fields=id%2Ctext`);
    const rows = [...panel().querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(rows).toEqual([
      ['Words to search for', 'q', 'a&b', 'after the ?'],
      ['Fields', 'fields', 'id,text', 'after the ?'],
    ]);
    expect(panel().textContent).toContain('Authorization: Bearer ••••');
  });

  it('says what is missing instead, and calls nobody', async () => {
    await drawOpened({ endpointId: 'microblog.users.connections' });
    expect(panel().textContent).toContain('Account Fill in “Account”.');
    expect(panel().textContent).toContain('Show Choose followers');
    expect(panel().querySelector('button')).toBeNull();
    expect(asked.filter(({ method }) => method.startsWith('run.'))).toEqual([]);
  });

  it('copies the request in three languages, with a placeholder for the key', async () => {
    await drawOpened({ values: { q: "it's" } });
    for (const language of ['curl', 'Python', 'TypeScript']) {
      await click(button(`Copy as ${language}`));
      expect(panel().textContent).toContain(`Copied as ${language}.`);
    }
    expect(clipboard.copied).toHaveLength(3);
    for (const sample of clipboard.copied) expect(sample).toContain('SOCIAL_DATA_API_KEY');
    expect(clipboard.copied[0]).toContain("live?q=it'\\''s'");
  });

  it('gives the code to copy by hand when the clipboard refuses', async () => {
    clipboard.refuses = true;
    await drawOpened({ values: { q: 'trees' } });
    await click(button('Copy as Python'));
    expect(input('Copying was refused. Select this and copy it yourself:').value).toContain(
      'import requests',
    );
  });
});
