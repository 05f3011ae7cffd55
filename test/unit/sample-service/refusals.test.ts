/** Specification, Errors: which requests are refused, with which bodies. */
import { describe, expect, it } from 'vitest';
import { liveEndpoints } from '#shared/catalogue/index.ts';
import { ask, question, startService, targetOf } from './asking.ts';

const live = '/api/data/microblog/posts/live';

describe('400', () => {
  const wrong: [what: string, target: string, message: RegExp][] = [
    ['blank words', `${live}?q=%20`, /`q` must not be blank/],
    ['no words', live, /`q` is required/],
    ['an id with letters', '/api/data/microblog/posts/12a/live', /post ID must be a numeric/],
    ['an id with a sign', '/api/data/microblog/posts/-12/comments/live', /numeric string/],
    [
      'a photoshare id that is neither form',
      '/api/data/photoshare/posts/C9x.Q2/live',
      /shortcode, or a strong ID of the form <media_id>_<user_id>/,
    ],
    ['51 digits', `/api/data/shortvideo/posts/${'1'.repeat(51)}/comments/1/live`, /1 to 50 digits/],
    [
      'no connection type',
      '/api/data/microblog/users/mira_osei/connections/live',
      /`connectionType` is required/,
    ],
    [
      'another connection type',
      '/api/data/shortvideo/users/mira_osei/connections/live?connectionType=friends',
      /`connectionType` must be one of: followers, following/,
    ],
    [
      'another interaction',
      '/api/data/photoshare/posts/C9xQ2LmNp4R/interacting-users/live?interactionType=haters',
      /`interactionType` must be one of: commenters, likers/,
    ],
    ['a date that is none', `${live}?q=x&since=2026-02-30`, /`since` must be a date/],
    ['a blank date', `${live}?q=x&until=`, /`until` must not be blank/],
    ['dates the wrong way', `${live}?q=x&since=2026-02-02&until=2026-02-01`, /must not be after/],
    ['a language that is no code', `${live}?q=x&lang=english%20please`, /BCP-47/],
    ['a limit of 0', '/api/data/forum/comments/users/a/live?limit=0', /from 1 to 100/],
    ['a limit of 101', '/api/data/forum/comments/users/a/live?limit=101', /from 1 to 100/],
    ['an order that is none', '/api/data/forum/comments/users/a/live?sort=old', /`sort` must be/],
    ['ids with a prefix', '/api/data/forum/posts/ids/live?ids=t3_1k2a9f', /base-36/],
    [
      '101 ids',
      `/api/data/forum/posts/ids/live?ids=${Array.from({ length: 101 }, (_, id) => `a${id}`).join(',')}`,
      /at most 100/,
    ],
    ['a name with @', '/api/data/microblog/users/%40mira_osei/live', /without the leading @/],
    [
      'a field that does not exist',
      '/api/data/microblog/users/mira_osei/live?fields=id,shoeSize',
      /shoeSize is not a field/,
    ],
  ];
  it.each(wrong)('%s', async (_, target, message) => {
    const service = await startService();
    const { status, body } = await ask(service, target);
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, message: expect.stringMatching(message) });
    expect(service.callsCounted()).toBe(0);
  });

  it('is not said to unknown parameters and to names from an assumed list', async () => {
    const service = await startService();
    const extra = await ask(service, `${live}?q=tides&color=blue`);
    expect(extra.status).toBe(200);
    const fields = await ask(service, `${live}?q=tides&fields=id,moonPhase`);
    expect(Object.keys(fields.results[0] ?? {})).toEqual(['id']);
  });
});

describe('401', () => {
  const headers: [string, Record<string, string>][] = [
    ['no header', {}],
    ['another scheme', { authorization: 'Basic abc' }],
    ['an empty key', { authorization: 'Bearer ' }],
    ['an unknown key', { authorization: 'Bearer sample_guess' }],
    ['an unknown trial key', { authorization: 'Bearer TRIALguess' }],
  ];
  it.each(headers)('%s', async (_, header) => {
    const service = await startService();
    const response = await fetch(service.address + targetOf('microblog.posts.search'), {
      headers: header,
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ success: false, message: expect.any(String) });
  });

  it('comes before 404 under /api/data, so that a key can be tested there', async () => {
    const service = await startService();
    const nowhere = '/api/data/operations/op_check';
    expect((await ask(service, nowhere, { key: 'wrong' })).status).toBe(401);
    expect((await ask(service, nowhere)).status).toBe(404);
    expect(service.callsCounted()).toBe(0);
  });

  it('tells the keys of two services apart', async () => {
    const [one, other] = [await startService(), await startService()];
    expect((await ask(one, `${live}?q=x`, { key: other.accessKey })).status).toBe(401);
  });
});

describe('403', () => {
  it.each(liveEndpoints.map(({ id }) => id))('a trial key at %s', async (id) => {
    const service = await startService();
    expect(service.trialKey).toMatch(/^TRIAL/);
    const { status, body } = await ask(service, targetOf(id), { key: service.trialKey });
    expect(status).toBe(403);
    expect(body).toEqual({
      success: false,
      code: 'on_demand_not_available_in_trial',
      message: expect.any(String),
    });
  });
});

describe('404', () => {
  const missing: [string, Record<string, string>][] = [
    ['microblog.users.get', { username: 'nobody_here' }],
    ['microblog.users.get', { username: 'Nobody_Here' }],
    ['microblog.posts.by-user', { username: 'user0000' }],
    ['microblog.users.connections', { username: 'nobody_here' }],
    ['microblog.posts.get', { id: '1986934512780810000' }],
    ['microblog.posts.comments', { id: '1986934512780810000' }],
    ['photoshare.posts.get', { id: 'C9xQ2LmN0000' }],
    ['photoshare.posts.interacting-users', { id: '123_4560000' }],
    ['photoshare.users.get', { identifier: 'nobody_here' }],
    ['photoshare.comments.get', { commentId: '17851234567890124' }],
    ['photoshare.comments.get', { commentId: '1' }],
    ['photoshare.comments.replies', { id: 'Cabc', commentId: '17851234567890123' }],
    ['forum.comments.by-user', { username: 'nobody_here' }],
    ['shortvideo.posts.by-user', { identifier: 'nobody_here' }],
    ['shortvideo.comments.get', { commentId: '7312345678901230099' }],
    ['shortvideo.comments.get', { commentId: '7312345678901230000' }],
    ['shortvideo.comments.get', { id: '7312345678901230000' }],
  ];
  it.each(missing)('%s %o', async (id, values) => {
    const service = await startService();
    const { status, body } = await question(service, id, values);
    expect(status).toBe(404);
    expect(body).toEqual({ success: false, message: expect.any(String) });
    expect(service.callsCounted()).toBe(1);
  });

  it('the id of a reply where only comments are supported', async () => {
    const service = await startService();
    const { results } = await question(service, 'photoshare.comments.replies');
    const commentId = String(results[0]?.['id']);
    const { status, body } = await question(service, 'photoshare.comments.get', { commentId });
    expect(status).toBe(404);
    expect(body['message']).toMatch(/reply/i);
  });

  it.each([
    ['/'],
    ['/api/data/microblog'],
    ['/api/data/microblog/posts/live/more?q=x'],
    ['/api/data/microblog/posts/1'],
    ['/faults'],
  ])('nothing is at %s', async (target) => {
    const service = await startService();
    const { status, body } = await ask(service, target);
    expect(status).toBe(404);
    expect(body).toEqual({ success: false, message: expect.any(String) });
  });

  it('POST is not how live data is asked for', async () => {
    const service = await startService();
    const { status } = await ask(service, `${live}?q=x`, { method: 'POST' });
    expect(status).toBe(404);
  });
});
