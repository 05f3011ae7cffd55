import { expect, it } from 'vitest';
import { normaliseAddress, profileOf } from '#main/core/settings/addresses.ts';

it('service addresses are taken in one form, and the origin is their identity', () => {
  const taken = {
    ' https://data.example.org/ ': 'https://data.example.org',
    'https://data.example.org/base//': 'https://data.example.org/base',
    'http://127.0.0.1:4400': 'http://127.0.0.1:4400',
    'http://localhost:4400/': 'http://localhost:4400',
    'http://[::1]:4400': 'http://[::1]:4400',
  };
  expect(Object.keys(taken).map(normaliseAddress)).toEqual(Object.values(taken));
  const address = 'https://data.example.org/base';
  const told = { id: 'https://data.example.org', label: 'data.example.org/base', address };
  expect(profileOf(address)).toEqual(told);
});

it.each([
  'data.example.org',
  'ftp://data.example.org',
  'file:///etc/passwd',
  'http://data.example.org',
  'http://localhost.example.org',
  'https://name:password@data.example.org',
  'https://data.example.org?key=1',
  'https://data.example.org#x',
  'javascript:alert(1)',
  '',
])('[1] “%s” is refused with a sentence', (typed) => {
  expect(() => normaliseAddress(typed)).toThrowError(/address/i);
});
