/** What is documented stays until a person accepts it; and who has the last word. */
import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import type { InForce } from '#shared/description/in-force.ts';
import type { DescribedParameter } from '#shared/description/described.ts';
import { assumption, cursor, difference, endpointOf, fields, parameterOf } from './look-up.ts';
import { inForceWith, operation, parameter, required, service } from './make.ts';

describe('what is documented', () => {
  const search = (query: DescribedParameter[]): InForce =>
    inForceWith(service(operation('/api/data/microblog/posts/live', [...query, fields, cursor])));
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
    expect(difference(changed, 'name:microblog.posts.search:q')).toMatchObject({
      documented: 'q',
      service: 'query',
      acceptable: true,
      inForce: 'q',
    });
    expect(difference(changed, 'values:microblog.posts.search:sortBy')).toMatchObject({
      documented: 'relevance, latest',
      service: 'latest, oldest',
    });
    expect(difference(changed, 'required:microblog.posts.search:sortBy')).toMatchObject({
      documented: 'optional',
      service: 'required',
    });
  });

  it('changes when the person accepts it', () => {
    const described = service(
      operation('/api/data/microblog/posts/live', [required('query'), ...all.slice(1), fields]),
    );
    const inForce = inForceWith(described, { 'name:microblog.posts.search:q': 'query' });
    expect(parameterOf(inForce, 'microblog.posts.search', 'q')).toMatchObject({
      wire: 'query',
      evidence: 'person',
    });
    expect(difference(inForce, 'name:microblog.posts.search:q')).toMatchObject({
      accepted: true,
      inForce: 'query',
    });
    // What was accepted stays in force and in sight when the description is gone.
    const later = inForceWith(null, { 'name:microblog.posts.search:q': 'query' });
    expect(parameterOf(later, 'microblog.posts.search', 'q')?.wire).toBe('query');
    expect(difference(later, 'name:microblog.posts.search:q')).toMatchObject({
      accepted: true,
      acceptable: false,
      inForce: 'query',
    });
  });

  it('may get more to choose from: what is new is optional', () => {
    const inForce = search([...all, parameter('minLikes', { type: 'integer' }), required('tier')]);
    const ids = inForce.differences.map(({ id }) => id);
    expect(ids.filter((id) => id.includes('microblog.posts.search'))).toEqual([
      'required:microblog.posts.search:tier',
    ]);
    expect(parameterOf(inForce, 'microblog.posts.search', 'minLikes')).toMatchObject({
      required: false,
      evidence: 'service',
    });
    expect(parameterOf(inForce, 'microblog.posts.search', 'tier')?.required).toBe(false);
    const accepted = inForceWith(
      service(
        operation('/api/data/microblog/posts/live', [...all, required('tier'), fields, cursor]),
      ),
      { 'required:microblog.posts.search:tier': 'required' },
    );
    expect(parameterOf(accepted, 'microblog.posts.search', 'tier')?.required).toBe(true);
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
    const inForce = inForceWith(service(posts('/api/data/microblog/posts/live', ['text', 'mood'])));
    const resource = inForce.catalogue.resources.find(({ id }) => id === 'microblog.post');
    expect(resource?.fields.map(({ name, label }) => [name, label])).toEqual([
      ['text', 'Text'],
      ['mood', 'Mood'],
    ]);
    expect(resource?.fieldsEvidence).toBe('service');
  });

  it('are left as they were when the service contradicts itself', () => {
    const inForce = inForceWith(
      service(
        posts('/api/data/microblog/posts/live', ['text']),
        posts('/api/data/microblog/posts/{id}/live', ['text', 'mood']),
      ),
    );
    expect(assumption(inForce, 'fields:microblog.post')).toMatchObject({
      service: null,
      notTaken: 'The service’s description lists different ones from path to path.',
      inForce: { by: 'assumption' },
    });
  });

  it('of a documented list are told, not changed', () => {
    const inForce = inForceWith(
      service(posts('/api/data/microblog/users/live', ['id', 'username'])),
    );
    expect(difference(inForce, 'fields:microblog.user')?.service).toBe('id, username');
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
    expect(assumption(inForce, id)).toMatchObject({
      assumed: 'ids',
      service: { value: 'list' },
      person: 'mine',
      inForce: { value: 'mine', by: 'person' },
    });
  });

  it('the service, above what we assume', () => {
    expect(assumption(inForceWith(described), id)?.inForce).toEqual({
      value: 'list',
      by: 'service',
    });
    expect(assumption(inForceWith(null), id)?.inForce).toEqual({ value: 'ids', by: 'assumption' });
  });

  it('nobody, where the value makes no sense', () => {
    for (const value of ['a b', 'fields', '', 'x'.repeat(65), '../up', '__proto__=1']) {
      expect(assumption(inForceWith(described, { [id]: value }), id)?.inForce.by).toBe('service');
    }
  });
});
