/** The pure rules of the form. */
import { describe, expect, it } from 'vitest';
import { arrange, firstWrong, pickableDays } from '#renderer/features/explore/arrange.ts';
import { costLine } from '#renderer/features/explore/cost-line.ts';
import { trialLimit } from '#renderer/features/explore/trial-limit.ts';
import {
  everything,
  nothing,
  select,
  selectionOf,
  selectionWords,
  toggle,
} from '#renderer/features/explore/fields/selection.ts';
import { catalogue } from '#shared/catalogue/index.ts';

function described(id: string) {
  const endpoint = catalogue.endpoints.find((one) => one.id === id);
  const resource = catalogue.resources.find((one) => one.id === endpoint?.resource);
  if (!endpoint || !resource) throw new Error(`the catalogue has no ${id}`);
  return { endpoint, resource };
}
const query = (values: Record<string, string> = {}) => ({ endpointId: '', values, fields: [] });

describe('arrange', () => {
  it('gives every parameter one place', () => {
    for (const endpoint of catalogue.endpoints) {
      const { required, dates, more } = arrange(endpoint);
      const placed = [...required, ...dates, ...more].map(({ key }) => key);
      expect(placed.toSorted()).toEqual(endpoint.parameters.map(({ key }) => key).toSorted());
    }
  });

  it('finds the first wrong control in the order of the form', () => {
    const { endpoint } = described('microblog.posts.search');
    expect(firstWrong(endpoint, { lang: 'x', fields: 'x', until: 'x' })).toBe('until');
    expect(firstWrong(endpoint, { lang: 'x', fields: 'x' })).toBe('fields');
    expect(firstWrong(endpoint, { countryCode: 'x', lang: 'x' })).toBe('lang');
    expect(firstWrong(endpoint, {})).toBeUndefined();
  });

  it('lets no period end before it begins', () => {
    const dates = query({ since: '2026-11-01', until: '2026-11-20' });
    expect(pickableDays('since', dates)).toEqual({ max: '2026-11-20' });
    expect(pickableDays('until', dates)).toEqual({ min: '2026-11-01' });
    expect(pickableDays('until', query())).toEqual({});
  });
});

describe('costLine', () => {
  const line = (id: string, values = {}, isSample = false) => {
    const { endpoint, resource } = described(id);
    return costLine(endpoint, resource, query(values), { isSample, isTrial: false });
  };

  it('says what a page costs and brings', () => {
    expect(line('microblog.posts.search')).toEqual({
      price: 'Each page is one metered call.',
      amount: 'Usually 20 posts.',
    });
    expect(line('photoshare.users.search').amount).toBe('Usually 25 accounts.');
  });

  it('knows the smaller page of a search with dates, and only of that', () => {
    expect(line('microblog.posts.search', { since: '2026-11-01' }).amount).toBe(
      '10 posts while dates are set.',
    );
    expect(line('microblog.posts.search', { until: ' ' }).amount).toBe('Usually 20 posts.');
    expect(line('microblog.posts.by-user', { since: '2026-11-01' }).amount).toBe(
      'Usually 20 posts.',
    );
  });

  it('speaks of no pages where there are none, and of no charge for samples', () => {
    expect(line('forum.posts.by-ids')).toEqual({ price: 'One metered call.', amount: null });
    expect(line('microblog.posts.get', {}, true)).toEqual({
      price: 'Sample data: nothing is charged.',
      amount: null,
    });
  });
});

describe('the cost of stored data', () => {
  const stored = (responseType?: string, isTrial = false) => {
    const { endpoint, resource } = described('microblog.posts.search.stored');
    const values: Record<string, string> = responseType === undefined ? {} : { responseType };
    const asked = { ...query(values), endpointId: endpoint.id };
    return costLine(endpoint, resource, asked, { isSample: false, isTrial });
  };

  it('follows the answer that is asked for', () => {
    expect(stored()).toEqual({
      price: 'One metered call.',
      amount: 'The first posts that the service has stored.',
    });
    expect(stored('paging')).toEqual({
      price: 'Each page is one metered call.',
      amount: 'Waiting for it is free.',
    });
    expect(stored('csv').amount).toBe('Usually a file, saved as the service sends it.');
  });

  it('says how little a trial key gets', () => {
    expect(stored('fast', true).amount).toBe('A trial key gets 5 posts at most.');
  });

  it('knows what a trial key can’t have', () => {
    const closed = (id: string, responseType: string) => {
      const endpoint = catalogue.endpoints.find((one) => one.id === id);
      if (endpoint === undefined) throw new Error(id);
      return trialLimit(endpoint, { endpointId: id, values: { responseType }, fields: [] });
    };
    expect(closed('microblog.posts.search', '')).toBe('live');
    expect(closed('microblog.posts.search.stored', 'paging')).toBe('paging');
    expect(closed('microblog.posts.search.stored', 'csv')).toBe('csv');
    expect(closed('microblog.posts.search.stored', 'fast')).toBeNull();
  });
});

describe('a selection', () => {
  const { resource } = described('photoshare.users.get');
  const all = resource.fields.map(({ name }) => name);

  it('of every listed field is everything; of none, nothing', () => {
    expect(select(resource, all.toReversed())).toEqual(everything);
    expect(select(resource, [])).toEqual(nothing);
    expect(selectionOf([], false)).toEqual(everything);
    expect(selectionOf([], true)).toEqual(nothing);
    expect(selectionOf(['id'], true)).toEqual({ kind: 'some', names: ['id'] });
  });

  it('of every listed field and one more names them all', () => {
    expect(select(resource, ['zork', ...all])).toEqual({ kind: 'some', names: [...all, 'zork'] });
  });

  it('toggles back to where it was', () => {
    for (const start of [everything, nothing, select(resource, ['id', 'zork'])]) {
      for (const name of ['id', 'username', 'zork']) {
        const once = toggle(resource, start, name);
        expect(once).not.toEqual(start);
        expect(toggle(resource, once, name)).toEqual(start);
      }
    }
  });

  it('is said in numbers, names of the person’s own included', () => {
    expect(selectionWords(resource, everything)).toBe('All fields');
    expect(selectionWords(resource, nothing)).toBe('None chosen');
    expect(selectionWords(resource, select(resource, ['id', 'username']))).toBe('2 of 14');
    expect(selectionWords(resource, select(resource, ['id', 'zork']))).toBe('2 of 15');
  });
});
