import { describe, expect, it } from 'vitest';
import {
  belongsTo,
  problemOfKey,
  credentialKind,
  lastFour,
  readSessionToken,
} from '#main/core/service/credential.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import { part, token } from './set-up.ts';

describe('kinds of credentials', () => {
  it('[23] are told apart by their value', () => {
    expect(credentialKind('TRIAL-abcdef')).toBe('trialKey');
    expect(credentialKind('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln')).toBe('sessionToken');
    expect(credentialKind('sk_live_123456789')).toBe('accessKey');
  });

  it('[23] belong to their own paths', () => {
    const paths: [CredentialKind, string, boolean][] = [
      ['accessKey', '/api/data/microblog/posts/live', true],
      ['trialKey', '/api/data/operations/op_check', true],
      ['accessKey', '/api/data', false],
      ['accessKey', '/api/plan', false],
      ['accessKey', '/api/status', false],
      ['trialKey', '/api/trial/token', false],
      ['sessionToken', '/api/plan', true],
      ['sessionToken', '/api/usage', true],
      ['sessionToken', '/api/planning', false],
      ['sessionToken', '/api/data/microblog/posts', false],
      ['sessionToken', '/health', false],
    ];
    expect(paths.map(([kind, path]) => [kind, path, belongsTo(kind, path)])).toEqual(paths);
  });

  it('[18] show four characters at most, and never more than a quarter', () => {
    expect(lastFour('abcdefghijklmnop7f3a')).toBe('7f3a');
    expect(lastFour('12345678')).toBe('78');
    expect(lastFour('abc')).toBe('');
  });

  it('are refused when they can’t be a key', () => {
    for (const wrong of ['', 'two words', 'line\nbreak', 'kéy-kéy-kéy', 'short']) {
      expect(problemOfKey(wrong)).not.toBeNull();
    }
    expect(problemOfKey('sk_live_123456789')).toBeNull();
  });
});

describe('a session token', () => {
  it('says whose it is and until when', () => {
    expect(
      readSessionToken(token({ sub: 'user_1', email: 'a@b.test', exp: 1_800_000_000 })),
    ).toEqual({ who: 'a@b.test', endsAt: '2027-01-15T08:00:00.000Z' });
    expect(readSessionToken(token({ sub: 'user_1' }))).toEqual({ who: 'user_1', endsAt: null });
  });

  it('that can’t be read says nothing', () => {
    for (const odd of [
      'eyJ.x.y',
      'eyJhbGciOiJub25lIn0..',
      token({ exp: 'tomorrow', sub: 7, email: ' ' }),
      token({ exp: 1e300 }),
      token({ exp: -5 }),
      `eyJhbGciOiJub25lIn0.${part([1])}.x`,
      `eyJhbGciOiJub25lIn0.${part(null)}.x`,
    ]) {
      expect(readSessionToken(odd), odd).toEqual({ who: null, endsAt: null });
    }
  });
});
