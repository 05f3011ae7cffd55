import { expect, test } from 'vitest';
import { keyNames } from '#renderer/components/key-names.ts';

test.each([
  ['Ctrl+G', 'X11; Linux x86_64', 'Ctrl+G'],
  ['Ctrl+G', 'Macintosh; Intel Mac OS X 10_15_7', '⌘G'],
  ['Alt+Shift+←', 'Macintosh; Intel Mac OS X 10_15_7', '⌥⇧←'],
  ['Alt+Shift+←', 'Windows NT 10.0', 'Alt+Shift+←'],
])('%s on %s', (keys, platform, words) => {
  expect(keyNames(keys, platform)).toBe(words);
});
