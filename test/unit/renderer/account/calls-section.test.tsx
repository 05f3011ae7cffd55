// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CallsSection } from '#renderer/features/account/CallsSection.tsx';
import { useApp } from '#renderer/state/app.ts';
import type { CountedCalls } from '#shared/contract/calls.ts';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import { draw, screenText } from '../draw.tsx';
import { button, click, only, settle } from '../explore/window.tsx';
import { answer, asked, ok, resetHost } from '../fake-host.ts';
import { makeSnapshot } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const own = { id: 'https://data.example.org', label: 'data.example.org', address: '' };
const counts: CountedCalls = {
  today: '2026-11-20',
  days: [
    { day: '2026-11-19', calls: { microblog: 150, forum: 12 } },
    { day: '2026-11-20', calls: { microblog: 38 } },
  ],
  byPlatform: { microblog: 188, forum: 12 },
  session: 38,
  total: 200,
};

async function drawCalls(snapshot: Parameters<typeof makeSnapshot>[0] = {}): Promise<void> {
  answer('calls.counts', () => ok(counts));
  await draw(<CallsSection />, { snapshot: makeSnapshot({ profile: own, ...snapshot }) });
  await settle();
}

beforeEach(resetHost);

describe('counted calls', () => {
  it('are a picture with its sentence, and a table with every number', async () => {
    await drawCalls();
    expect(only('svg[role="img"]').getAttribute('aria-label')).toBe(
      '200 calls in the last 30 days; most on Thursday 19 November: 162.',
    );
    expect(document.querySelectorAll('svg[role="img"] [data-series]')).toHaveLength(3);
    await click(button('Show as a table'));
    const lines = [...document.querySelectorAll('tr')].map((line) =>
      [...line.children].map(({ textContent }) => textContent).join(' '),
    );
    expect(lines).toEqual([
      'Day Microblog Photoshare Forum Shortvideo All',
      'Friday 20 November 38 0 0 0 38',
      'Thursday 19 November 150 0 12 0 162',
    ]);
    expect(screenText()).toContain('38 calls this session, 200 in all.');
  });

  it('are read again when one more is counted, and of another service anew', async () => {
    await drawCalls();
    const reads = () => asked.filter(({ method }) => method === 'calls.counts').length;
    expect(reads()).toBe(1);
    await act(async () =>
      useApp.setState({
        snapshot: makeSnapshot({ profile: own, calls: { session: 1, total: 1 } }),
      }),
    );
    await settle();
    expect(reads()).toBe(2);
    // Until the other one's counts have come, these are not shown as its own.
    answer('calls.counts', () => new Promise(() => {}));
    await act(async () => useApp.setState({ snapshot: makeSnapshot() }));
    await settle();
    expect(screenText()).not.toContain('200 in all');
  });

  it('become an estimate by the person’s prices, marked as one', async () => {
    const prices = { currency: 'EUR', perCall: { microblog: 0.01 } };
    await drawCalls({ preferences: { ...usualPreferences, prices } });
    expect(screenText()).toContain(
      'Estimate1.88 EUR in the last 30 days, by your prices (none is set for Forum).',
    );
    await click(button('Change prices'));
    expect(useApp.getState().page).toBe('settings');
  });

  it('are no estimate without prices, and none of the sample service', async () => {
    await drawCalls();
    expect(screenText()).toContain('With prices per call, estimates appear here.');
    const prices = { currency: 'EUR', perCall: { microblog: 0.01 } };
    await drawCalls({
      profile: { id: 'sample', label: 'Sample service', address: '' },
      preferences: { ...usualPreferences, prices },
    });
    expect(screenText()).not.toContain('EUR');
    expect(screenText()).toContain('Calls to the sample service cost nothing');
  });
});
