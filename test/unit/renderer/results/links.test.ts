import { expect, test } from 'vitest';
import { addressHost, linkAddress, shortAddress } from '#renderer/features/results/values/links.ts';

test('[15] only http and https addresses are links', () => {
  for (const text of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,<p>',
    '\\\\server\\share',
    '//example.org',
    'example.org',
    ' https://example.org',
    'https://',
    'ftp://example.org',
    '',
  ]) {
    expect(linkAddress(text), text).toBeNull();
  }
  expect(linkAddress('HTTPS://EXAMPLE.org/a b')).toBe('https://example.org/a%20b');
  expect(linkAddress('http://example.org')).toBe('http://example.org/');
});

test('the host is who is asked, not what stands before an @', () => {
  const address = linkAddress('https://bank.example@evil.test/login') ?? '';
  expect(addressHost(address)).toBe('evil.test');
  expect(shortAddress(address)).toBe('evil.test/login');
});

test('letters that look alike are told apart', () => {
  expect(shortAddress(linkAddress('https://аpple.com/') ?? '')).toMatch(/^xn--/);
});
