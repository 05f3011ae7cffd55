/** What a description settles of what we assumed, and what it leaves as it was. */
import { describe, expect, it } from 'vitest';
import type { InForce } from '#shared/description/in-force.ts';
import type { DescribedParameter } from '#shared/description/described.ts';
import { assumption, cursor, difference, endpointOf, fields, parameterOf } from './look-up.ts';
import { inForceWith, operation, parameter, required, service } from './make.ts';

describe('a name that we assumed', () => {
  const ids = (query: DescribedParameter[]): InForce =>
    inForceWith(service(operation('/api/data/forum/posts/ids/live', [...query, fields])));
  const sounds = (query: DescribedParameter[]): InForce =>
    inForceWith(service(operation('/api/data/shortvideo/sounds/live', [...query, fields, cursor])));
  const likers = (query: DescribedParameter[]): InForce =>
    inForceWith(
      service(
        operation('/api/data/photoshare/posts/{x}/interacting-users/live', [
          ...query,
          fields,
          cursor,
        ]),
      ),
    );

  it.each<[how: string, InForce, string, string, string | null, RegExp]>([
    ['by its name', ids([required('ids')]), 'forum.posts.by-ids', 'ids', 'ids', /same name/],
    [
      'by elimination',
      ids([required('list')]),
      'forum.posts.by-ids',
      'ids',
      'list',
      /only one left that fits/,
    ],
    [
      'by being the only required one',
      sounds([required('term'), parameter('mood')]),
      'shortvideo.sounds.search',
      'keyword',
      'term',
      /only required one/,
    ],
    [
      'by its values',
      likers([required('who', { values: ['likers', 'commenters'] }), required('why')]),
      'photoshare.posts.interacting-users',
      'interactionType',
      'who',
      /only one that takes commenters, likers/,
    ],
    [
      'by its description',
      sounds([
        parameter('a', { description: 'The keyword to look for' }),
        parameter('b', { description: 'How loud' }),
      ]),
      'shortvideo.sounds.search',
      'keyword',
      'a',
      /speaks of “keyword”/,
    ],
    [
      'by its type',
      ids([required('page', { type: 'integer' }), required('given', { type: 'array' })]),
      'forum.posts.by-ids',
      'ids',
      'given',
      /only one left that fits/,
    ],
  ])('is recognised %s', (_, inForce, endpointId, key, wire, reason) => {
    expect(assumption(inForce, `name:${endpointId}:${key}`)).toMatchObject({
      service: { value: wire, reason: expect.stringMatching(reason) },
      inForce: { value: wire, by: 'service' },
      notTaken: null,
    });
    expect(parameterOf(inForce, endpointId, key)).toMatchObject({ wire, evidence: 'service' });
  });

  it.each<[string, InForce, string, string, string[]]>([
    [
      'two fit',
      ids([required('one'), required('two')]),
      'forum.posts.by-ids',
      'ids',
      ['one', 'two'],
    ],
    ['nothing fits', ids([required('day', { format: 'date' })]), 'forum.posts.by-ids', 'ids', []],
    [
      'what is left is something else by the specification',
      sounds([parameter('lang')]),
      'shortvideo.sounds.search',
      'keyword',
      [],
    ],
    [
      'two take its values',
      likers([
        required('a', { values: ['likers', 'commenters'] }),
        required('b', { values: ['likers'] }),
      ]),
      'photoshare.posts.interacting-users',
      'interactionType',
      ['a', 'b'],
    ],
  ])('is left as it was when %s', (_, inForce, endpointId, key, candidates) => {
    expect(assumption(inForce, `name:${endpointId}:${key}`)).toMatchObject({
      service: null,
      candidates,
      notTaken: expect.stringMatching(/^The service’s description names/),
      inForce: { value: key, by: 'assumption' },
    });
    expect(parameterOf(inForce, endpointId, key)?.wire).toBe(key);
  });

  it('brings its values, its limits and whether it must be given', () => {
    const inForce = inForceWith(
      service(
        operation('/api/data/microblog/posts/{id}/interacting-users/live', [
          required('engagement', { values: ['repliers', 'likers'], required: false }),
          fields,
          cursor,
        ]),
        operation('/api/data/forum/posts/ids/live', [
          required('list', { type: 'array', maxItems: 50 }),
          fields,
        ]),
      ),
    );
    const who = parameterOf(inForce, 'microblog.posts.interacting-users', 'interactionType');
    expect(who).toMatchObject({
      wire: 'engagement',
      required: false,
      requiredEvidence: 'service',
      type: { kind: 'choice', closed: true },
    });
    expect(who?.type.kind === 'choice' && who.type.choices.map(({ value }) => value)).toEqual([
      'repliers',
      'likers',
    ]);
    // Documented: at most 100. So it is told, and not changed.
    expect(parameterOf(inForce, 'forum.posts.by-ids', 'ids')?.type).toMatchObject({ max: 100 });
    expect(difference(inForce, 'limits:forum.posts.by-ids:ids')).toMatchObject({
      documented: '1–100',
      service: '1–50',
      accepted: false,
      acceptable: true,
    });
  });
});

describe('a path that we assumed', () => {
  const connections = required('connectionType', { values: ['followers', 'following'] });
  const orders = [
    parameter('sort', { values: ['new', 'hot', 'top', 'controversial'] }),
    parameter('time', { values: ['hour', 'day', 'week', 'month', 'year', 'all'] }),
    parameter('limit', { type: 'integer', min: 1, max: 100 }),
  ];

  it('is found by what it takes, whatever it is called', () => {
    const inForce = inForceWith(
      service(
        operation('/api/data/forum/people/{who}/remarks/live', [...orders, fields, cursor]),
        operation('/api/data/forum/people/{who}/badges/live', [fields, cursor]),
        operation('/api/data/shortvideo/circle/{who}/live', [connections, fields, cursor]),
        operation('/api/data/shortvideo/posts/users/{who}/live', [fields, cursor]),
      ),
    );
    expect(endpointOf(inForce, 'forum.comments.by-user')).toMatchObject({
      path: '/api/data/forum/people/{username}/remarks/live',
      pathEvidence: 'service',
    });
    expect(endpointOf(inForce, 'shortvideo.users.connections').path).toBe(
      '/api/data/shortvideo/circle/{identifier}/live',
    );
    expect(inForce.discovered.map(({ operation: { path } }) => path)).toEqual([
      '/api/data/forum/people/{who}/badges/live',
    ]);
  });

  it('is left as it was when two are as like', () => {
    const inForce = inForceWith(
      service(
        operation('/api/data/forum/people/{who}/remarks/live', [...orders, fields, cursor]),
        operation('/api/data/forum/people/{who}/notes/live', [...orders, fields, cursor]),
      ),
    );
    expect(assumption(inForce, 'path:forum.comments.by-user')).toMatchObject({
      service: null,
      notTaken: 'The service’s description names 2 paths that could be this.',
      candidates: [
        '/api/data/forum/people/{username}/remarks/live',
        '/api/data/forum/people/{username}/notes/live',
      ],
      inForce: { by: 'assumption' },
    });
    // The form says so before anything is sent.
    expect(endpointOf(inForce, 'forum.comments.by-user').notes.join(' ')).toMatch(
      /doesn’t confirm the path\. Look at the service profile/,
    );
    // Both are there to be asked under their own names.
    expect(inForce.discovered.filter(({ found }) => found !== null).length).toBe(2);
  });

  it('is left as it was when the description names it twice', () => {
    const inForce = inForceWith(
      service(
        operation('/api/data/shortvideo/users/{a}/connections/live', [connections, cursor]),
        operation('/api/data/shortvideo/users/{b}/connections/live', [connections, cursor]),
      ),
    );
    expect(assumption(inForce, 'path:shortvideo.users.connections')?.notTaken).toBe(
      'The service’s description names this path more than once.',
    );
  });

  it('of another platform is never taken', () => {
    const inForce = inForceWith(
      service(operation('/api/data/microblog/circle/{who}/live', [connections, fields, cursor])),
    );
    expect(assumption(inForce, 'path:shortvideo.users.connections')?.service).toBeNull();
  });
});
