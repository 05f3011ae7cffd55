/** What a description settles, what it leaves as it was, and who has the last word. */
import { describe, expect, it } from 'vitest';
import { catalogue } from '#main/catalogue/index.ts';
import type { DescribedParameter } from '#main/core/description/described.ts';
import { problemOfFact } from '#main/core/description/facts.ts';
import { effectiveCatalogue } from '#main/core/description/effective-catalogue.ts';
import type { EffectiveCatalogue } from '#main/core/description/effective-catalogue.ts';
import { isListable, perCallOf } from '#shared/query/list.ts';
import {
  cursor,
  endpointOf,
  factOf,
  fields,
  inForceOf,
  inForceWith,
  operation,
  parameter,
  parameterOf,
  required,
  service,
} from './make.ts';

describe('a name that we assumed', () => {
  /** A description of one question, and the name in it that we assumed. */
  const one =
    (path: string, endpointId: string, key: string, ...more: DescribedParameter[]) =>
    (query: DescribedParameter[]) => {
      const inForce = inForceOf(operation(path, [...query, fields, ...more]));
      const { wire, evidence } = parameterOf(inForce, endpointId, key) ?? {};
      return { fact: factOf(inForce, `name:${endpointId}:${key}`), key, wire, evidence };
    };
  const ids = one('/api/data/forum/posts/ids/live', 'forum.posts.by-ids', 'ids');
  const soundsPath = '/api/data/shortvideo/sounds/live';
  const sounds = one(soundsPath, 'shortvideo.sounds.search', 'keyword', cursor);
  const likers = one(
    '/api/data/photoshare/posts/{x}/interacting-users/live',
    'photoshare.posts.interacting-users',
    'interactionType',
    cursor,
  );
  const both = { values: ['likers', 'commenters'] };
  const aNumber = required('page', { type: 'integer' });
  const fits = /^It is the best match of those left/;

  it.each<[how: string, ReturnType<typeof ids>, wire: string, RegExp]>([
    ['its name', ids([required('ids')]), 'ids', /same name/],
    ['elimination', ids([required('list')]), 'list', fits],
    ['being the only required', sounds([required('term'), parameter('mood')]), 'term', fits],
    ['its values', likers([required('who', both), required('why')]), 'who', /commenters, likers/],
    ['its type', ids([aNumber, required('given', { type: 'array' })]), 'given', fits],
  ])('is recognised by %s', (_, { fact, ...sentAs }, wire, reason) => {
    expect(fact).toMatchObject({
      service: { value: wire, why: expect.stringMatching(reason) as unknown },
      inForce: { value: wire, by: 'service' },
    });
    expect(sentAs).toMatchObject({ wire, evidence: 'service' });
  });

  it.each<[string, ReturnType<typeof ids>, string[]]>([
    ['two fit', ids([required('one'), required('two')]), ['one', 'two']],
    ['nothing else tells them apart', sounds([parameter('a'), parameter('b')]), ['a', 'b']],
    ['nothing fits', ids([required('day', { format: 'date' })]), []],
    ['what is left is something else by the specification', sounds([parameter('lang')]), []],
    ['two take its values', likers([required('a', both), required('b', both)]), ['a', 'b']],
  ])('is left as it was when %s', (_, { fact, key, wire }, candidates) => {
    expect(fact).toMatchObject({
      service: {
        value: null,
        why: expect.stringMatching(/^The service’s description names/) as unknown,
      },
      candidates,
      inForce: { value: key, by: 'assumed' },
    });
    expect(wire).toBe(key);
  });

  it('is left as it was when what the service says could not be sent', () => {
    const { fact, wire } = ids([required('two words')]);
    expect(fact?.service?.why).toMatch(
      /^What it says can’t be used\. A name must begin with a letter/,
    );
    expect([fact?.inForce, wire]).toEqual([{ value: 'ids', by: 'assumed' }, 'ids']);
  });

  it('brings its values, its limits and whether it must be given', () => {
    const list = required('list', { type: 'array', maxItems: 50 });
    const postIds = operation('/api/data/forum/posts/ids/live', [list, fields]);
    const inForce = inForceOf(
      operation('/api/data/microblog/posts/{id}/interacting-users/live', [
        required('engagement', { values: ['repliers', 'likers'], required: false }),
        fields,
        cursor,
      ]),
      postIds,
    );
    const who = parameterOf(inForce, 'microblog.posts.interacting-users', 'interactionType');
    const choices = [{ value: 'repliers' }, { value: 'likers' }];
    expect(who).toMatchObject({
      wire: 'engagement',
      required: false,
      requiredEvidence: 'service',
      type: { kind: 'choice', closed: true, choices },
    });
    // Documented: at most 100. So it is told, and not changed.
    expect(parameterOf(inForce, 'forum.posts.by-ids', 'ids')?.type).toMatchObject({ max: 100 });
    expect(factOf(inForce, 'limits:forum.posts.by-ids:ids')).toMatchObject({
      isAssumed: false,
      ours: '1–100',
      service: { value: '1–50' },
      inForce: { value: '1–100', by: 'documented' },
    });
    const accepted = { 'limits:forum.posts.by-ids:ids': '1–50' };
    const later = inForceWith(service(postIds), accepted);
    expect(parameterOf(later, 'forum.posts.by-ids', 'ids')?.type).toMatchObject({ max: 50 });
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
    const inForce = inForceOf(
      operation('/api/data/forum/people/{who}/remarks/live', [...orders, fields, cursor]),
      operation('/api/data/forum/people/{who}/badges/live', [fields, cursor]),
      operation('/api/data/shortvideo/circle/{who}/live', [connections, fields, cursor]),
      operation('/api/data/shortvideo/posts/users/{who}/live', [fields, cursor]),
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
    const inForce = inForceOf(
      operation('/api/data/forum/people/{who}/remarks/live', [...orders, fields, cursor]),
      operation('/api/data/forum/people/{username}/notes/live', [...orders, fields, cursor]),
    );
    expect(factOf(inForce, 'path:forum.comments.by-user')).toMatchObject({
      service: { value: null, why: 'The service’s description names 2 paths that could be this.' },
      candidates: [
        '/api/data/forum/people/{username}/remarks/live',
        '/api/data/forum/people/{username}/notes/live',
      ],
      inForce: { by: 'assumed' },
    });
    // The form says so before anything is sent.
    expect(endpointOf(inForce, 'forum.comments.by-user').notes.join(' ')).toMatch(
      /doesn’t confirm the path\. Check the service profile/,
    );
    // Both are there to be asked under their own names.
    expect(inForce.discovered.filter(({ found }) => found !== null).length).toBe(2);
    // The person may decide, also where its text is the same.
    const fact = { kind: 'path', subject: 'forum.comments.by-user', key: null } as const;
    const taken = '/api/data/forum/people/{username}/notes/live';
    expect(problemOfFact(inForce.catalogue, fact, taken)).toBeNull();
  });

  it('is left as it was when the description names it twice, or that of another platform', () => {
    const described = (...paths: string[]) => {
      const operations = paths.map((path) => operation(path, [connections, fields, cursor]));
      return factOf(inForceOf(...operations), 'path:shortvideo.users.connections');
    };
    const twice = ['a', 'b'].map((key) => `/api/data/shortvideo/users/{${key}}/connections/live`);
    expect(described(...twice)?.service?.why).toBe(
      'The service’s description names this path more than once.',
    );
    expect(described('/api/data/microblog/circle/{who}/live')?.service?.value).toBeNull();
  });
});

describe('a path of which nothing is recognised', () => {
  const stored = (path: string) =>
    operation(path, [
      ...['since', 'until'].map((name) => parameter(name)),
      parameter('responseType'),
    ]);
  const quotes = 'path:microblog.posts.quotes.stored';

  it('isn’t taken, even if it is the only one left; the person may pick it', () => {
    const path = '/api/data/microblog/posts/{x}/echoes';
    const fact = factOf(inForceOf(stored(path)), quotes);
    expect(fact).toMatchObject({
      service: { value: null, why: expect.stringMatching(/isn’t certain/) as unknown },
      candidates: [path.replace('{x}', '{id}')],
    });
  });

  it('is recognised by the words of ours in it, unless another of ours has them, too', () => {
    const archived = '/api/data/microblog/archive/posts/{x}/quotes';
    expect(factOf(inForceOf(stored(archived)), quotes)?.service).toMatchObject({
      value: archived.replace('{x}', '{id}'),
      why: 'Of the paths left, it fits best: its words are “posts”, “quotes”.',
    });
    const both = inForceOf(stored('/api/data/microblog/posts/{x}/comments/quotes'));
    for (const id of [quotes, 'path:microblog.posts.comments.stored']) {
      expect(factOf(both, id)?.service?.value).toBeNull();
    }
  });
});

it('a path that the person picks settles its names, and is no question of its own any more', () => {
  const path = '/api/data/shortvideo/tones/live';
  const described = service(operation(path, [required('term'), fields, cursor]));
  expect(inForceWith(described).discovered).toHaveLength(1);
  const picked = inForceWith(described, { 'path:shortvideo.sounds.search': path });
  expect(picked.discovered).toEqual([]);
  expect(parameterOf(picked, 'shortvideo.sounds.search', 'keyword')?.wire).toBe('term');
});

it('a name that counts as new until the person picks it for one of ours can be picked', () => {
  const path = '/api/data/forum/posts/ids/live';
  const described = service(operation(path, [required('one'), parameter('two'), fields]));
  const wiresWith = (corrections: Record<string, string>) =>
    endpointOf(inForceWith(described, corrections), 'forum.posts.by-ids').parameters.map(
      ({ wire }) => wire,
    );
  expect(wiresWith({})).toEqual(['one', 'two']);
  expect(factOf(inForceWith(described), 'name:forum.posts.by-ids:ids')).toMatchObject({
    service: { value: 'one' },
    candidates: ['one', 'two'],
  });
  expect(wiresWith({ 'name:forum.posts.by-ids:ids': 'two' })).toEqual(['two', 'one']);
});

describe('what is documented', () => {
  const search = (query: DescribedParameter[]): EffectiveCatalogue =>
    inForceOf(operation('/api/data/microblog/posts/live', [...query, fields, cursor]));
  const all = [
    required('q'),
    parameter('since', { format: 'date' }),
    parameter('until', { format: 'date' }),
    parameter('lang'),
    parameter('countryCode'),
    parameter('sortBy', { values: ['relevance', 'latest'] }),
  ];

  it('is never changed by itself', () => {
    const changed = search([
      parameter('query'),
      ...all.slice(1, 5),
      parameter('sortBy', { values: ['latest', 'oldest'], required: true, default: 'oldest' }),
    ]);
    const ours = catalogue.endpoints.find(({ id }) => id === 'microblog.posts.search');
    const theirs = endpointOf(changed, 'microblog.posts.search');
    expect(theirs.parameters.slice(0, 5)).toEqual(ours?.parameters.slice(0, 5));
    for (const [what, documented, said] of [
      ['name:microblog.posts.search:q', 'q', 'query'],
      ['values:microblog.posts.search:sortBy', 'relevance, latest', 'latest, oldest'],
      ['required:microblog.posts.search:sortBy', 'optional', 'required'],
    ] as const) {
      const inForce = { value: documented, by: 'documented' };
      const told = { isAssumed: false, ours: documented, service: { value: said }, inForce };
      expect(factOf(changed, what)).toMatchObject(told);
    }
  });

  it('changes when the person accepts it', () => {
    const described = service(
      operation('/api/data/microblog/posts/live', [required('query'), ...all.slice(1), fields]),
    );
    const name = 'name:microblog.posts.search:q';
    // What was accepted stays in force and in sight when the description is gone.
    for (const now of [described, null]) {
      const inForce = inForceWith(now, { [name]: 'query' });
      const q = parameterOf(inForce, 'microblog.posts.search', 'q');
      expect(q).toMatchObject({ wire: 'query', evidence: 'person' });
      const said = now === null ? null : { value: 'query' };
      const expected = { service: said, inForce: { value: 'query', by: 'person' } };
      expect(factOf(inForce, name)).toMatchObject(expected);
    }
    // Also where any text was documented.
    const only = all.map((one) => (one.name === 'lang' ? { ...one, values: ['en', 'de'] } : one));
    const lang = 'values:microblog.posts.search:lang';
    const few = service(operation('/api/data/microblog/posts/live', only));
    const inForce = inForceWith(few, { [lang]: 'en, de' });
    expect(factOf(inForce, lang)).toMatchObject({
      ours: 'any text',
      inForce: { value: 'en, de' },
    });
    expect(parameterOf(inForce, 'microblog.posts.search', 'lang')?.type.kind).toBe('choice');
  });

  it('may be an ID that is described as an integer: it has all its digits', () => {
    const long = [
      parameter('of', { type: 'integer' }),
      parameter('page', { type: 'integer', max: 9 }),
    ];
    const inForce = search([...all, ...long]);
    expect(parameterOf(inForce, 'microblog.posts.search', 'of')?.type).toMatchObject({
      kind: 'text',
      pattern: { source: '^\\d+$' },
    });
    expect(parameterOf(inForce, 'microblog.posts.search', 'page')?.type.kind).toBe('integer');
  });

  it('may get more to choose from: what is new is optional', () => {
    const inForce = search([...all, parameter('minLikes', { type: 'integer' }), required('tier')]);
    const documented = inForce.facts.filter(({ isAssumed }) => !isAssumed);
    const ids = documented.map(({ id }) => id);
    expect(ids.filter((id) => id.includes('microblog.posts.search'))).toEqual([
      'required:microblog.posts.search:tier',
    ]);
    expect(parameterOf(inForce, 'microblog.posts.search', 'minLikes')).toMatchObject({
      required: false,
      evidence: 'service',
    });
    expect(parameterOf(inForce, 'microblog.posts.search', 'tier')?.required).toBe(false);
    const described = operation('/api/data/microblog/posts/live', [...all, required('tier')]);
    const accepted = { 'required:microblog.posts.search:tier': 'required' };
    const later = inForceWith(service(described), accepted);
    expect(parameterOf(later, 'microblog.posts.search', 'tier')?.required).toBe(true);
  });
});

it('the person may choose between what fits; the rest is new then', () => {
  const described = service(
    operation('/api/data/forum/posts/ids/live', [required('one'), required('two'), fields]),
  );
  const open = endpointOf(inForceWith(described), 'forum.posts.by-ids');
  expect(open.parameters.map(({ wire }) => wire)).toEqual(['ids']);
  const chosen = inForceWith(described, { 'name:forum.posts.by-ids:ids': 'two' });
  expect(endpointOf(chosen, 'forum.posts.by-ids').parameters.map(({ wire }) => wire)).toEqual([
    'two',
    'one',
  ]);
});

describe('fields', () => {
  const posts = (path: string, names: string[]) =>
    operation(path, [required('q'), cursor, parameter('fields', { type: 'array', values: names })]);

  it('of an assumed list are those that the service takes', () => {
    const inForce = inForceOf(posts('/api/data/microblog/posts/live', ['text', 'mood']));
    const resource = inForce.catalogue.resources.find(({ id }) => id === 'microblog.post');
    expect(resource?.fields.map(({ name, label }) => [name, label])).toEqual([
      ['text', 'Text'],
      ['mood', 'Mood'],
    ]);
    expect(resource?.fieldsEvidence).toBe('service');
  });

  it('are of the type that the service says, and shown, as before it said so', () => {
    const types = { text: 'string', mood: 'number', seenAt: 'string', threadId: 'any' } as const;
    const items = Object.entries(types).map(([name, type]) => ({
      name,
      type,
      format: name === 'seenAt' ? 'date-time' : null,
      description: '',
    }));
    const path = '/api/data/microblog/posts/live';
    const described = service(operation(path, [required('q'), cursor], { fields: items }));
    const id = 'fields:microblog.post';
    // Named by the service, or by a person who left one out.
    for (const [corrections, names] of [
      [{}, ['text', 'mood', 'seenAt', 'threadId']],
      [{ [id]: 'mood, seenAt, other' }, ['mood', 'seenAt', 'other']],
    ] as const) {
      const { resources } = inForceWith(described, corrections).catalogue;
      const found = resources.find((one) => one.id === 'microblog.post')?.fields ?? [];
      expect(found.map(({ name }) => name)).toEqual(names);
      expect(found.every(({ usual }) => usual)).toBe(true);
      expect(Object.fromEntries(found.map(({ name, meaning }) => [name, meaning]))).toMatchObject({
        mood: 'number',
        seenAt: 'date',
        ...(names.length === 4 ? { text: 'text', threadId: 'id' } : { other: 'text' }),
      });
    }
  });

  it('are left as they were when the service contradicts itself', () => {
    const inForce = inForceOf(
      posts('/api/data/microblog/posts/live', ['text']),
      posts('/api/data/microblog/posts/{id}/live', ['text', 'mood']),
    );
    expect(factOf(inForce, 'fields:microblog.post')).toMatchObject({
      service: {
        value: null,
        why: 'The service’s description lists different fields for different paths.',
      },
      inForce: { by: 'assumed' },
    });
  });

  it('of a documented list are told, not changed', () => {
    const inForce = inForceOf(posts('/api/data/microblog/users/live', ['id', 'username']));
    expect(factOf(inForce, 'fields:microblog.user')?.service?.value).toBe('id, username');
    const resource = inForce.catalogue.resources.find(({ id }) => id === 'microblog.user');
    expect(resource?.fieldsEvidence).toBe('documented');
  });
});

describe('who has the last word', () => {
  const described = service(
    operation('/api/data/forum/posts/ids/live', [required('list'), fields]),
  );
  const id = 'name:forum.posts.by-ids:ids';
  it('the person, above the service', () => {
    const inForce = inForceWith(described, { [id]: 'mine' });
    expect(parameterOf(inForce, 'forum.posts.by-ids', 'ids')).toMatchObject({
      wire: 'mine',
      evidence: 'person',
    });
    expect(factOf(inForce, id)).toMatchObject({
      ours: 'ids',
      service: { value: 'list' },
      person: 'mine',
      inForce: { value: 'mine', by: 'person' },
    });
  });

  it('nobody, where the value makes no sense', () => {
    for (const value of ['a b', 'fields', '', 'x'.repeat(65), '../up', '__proto__=1']) {
      expect(factOf(inForceWith(described, { [id]: value }), id)?.inForce.by).toBe('service');
    }
  });
});

it('an endpoint that is gone is there for tabs and runs, until the service names it again', () => {
  const described = service(operation('/api/data/forum/trends/live', [cursor]));
  const [found] = inForceWith(described).discovered;
  const gone = found?.found == null ? [] : [found.found];
  const discoveredAs = (now: typeof described | null) =>
    effectiveCatalogue(catalogue, { described: now, corrections: {}, gone })
      .catalogue.endpoints.filter(({ id }) => id === 'discovered:forum/trends/live')
      .map(({ discovered }) => discovered);
  expect(discoveredAs(null)).toEqual(['gone']);
  expect(discoveredAs(described)).toEqual(['described']);
});

it('a call has at least one ID and at most a thousand, whatever the limits are', () => {
  const perCall = (limits: string): number => {
    const corrections = { 'limits:forum.posts.by-ids:ids': limits };
    const { endpoints } = effectiveCatalogue(catalogue, {
      described: null,
      corrections,
      gone: [],
    }).catalogue;
    return perCallOf(
      endpoints.find(({ id }) => id === 'forum.posts.by-ids')!,
      ['ids'],
    );
  };
  expect(['0–0', '1–50', '1–5000'].map(perCall)).toEqual([1, 50, 1000]);
});

it('values that don’t name the rows are asked one by one, so that each has its rows', () => {
  const tags = required('tags', { type: 'array' });
  const described = service(operation('/api/data/microblog/posts/tagged/live', [tags]));
  const { endpoint } = inForceWith(described).discovered[0]!.found!;
  const [tagged] = endpoint.parameters;
  expect(isListable(endpoint, tagged!)).toBe(true);
  expect(perCallOf(endpoint, ['tags'])).toBe(1);
});
