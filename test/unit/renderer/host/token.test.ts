import { describe, expect, it } from 'vitest';
import { takeToken, tokenGiven, type TokenPlace } from '#renderer/host/token.ts';

function place(hash: string, stored: string | null = null) {
  const replaced: string[] = [];
  let kept = stored;
  const where: TokenPlace = {
    location: { hash, pathname: '/', search: '?a=1' },
    history: { replaceState: (_data, _unused, url) => void replaced.push(String(url)) },
    sessionStorage: {
      getItem: () => kept,
      setItem: (_key, value) => {
        kept = value;
      },
    },
  };
  return { where, replaced, kept: () => kept };
}

describe('the token of the browser host', () => {
  it('moves from the fragment to the session storage and out of the address', () => {
    const { where, replaced, kept } = place('#token=abc-_123');
    expect(takeToken(where)).toBe('abc-_123');
    expect(kept()).toBe('abc-_123');
    expect(replaced).toEqual(['/?a=1']);
  });

  it('survives a reload, when the fragment names a page', () => {
    const { where, replaced } = place('#/account', 'kept-token');
    expect(takeToken(where)).toBe('kept-token');
    expect(replaced).toEqual([]);
  });

  it('is replaced by a newer address, as after a restart of the program', () => {
    const { where, kept } = place('#token=new', 'old');
    expect(takeToken(where)).toBe('new');
    expect(kept()).toBe('new');
  });

  it('is missing when nobody gave one', () => {
    expect(takeToken(place('').where)).toBeNull();
    expect(takeToken(place('#token=').where)).toBeNull();
  });

  it('is nothing that could not be a token', () => {
    expect(tokenGiven({ hash: '#token=a b' })).toBeNull();
    expect(tokenGiven({ hash: '#token=a&token=b' })).toBeNull();
    expect(tokenGiven({ hash: '#/token=a' })).toBeNull();
  });
});
