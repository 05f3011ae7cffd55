/** What is shown of any answer: never run, never too much, no digit lost. */
import { expect, it } from 'vitest';
import { readBody } from '#main/core/requests/request-handlers.ts';

it.each([
  ['text', '<script>alert(1)</script>', { form: 'text', text: '<script>alert(1)</script>' }],
  ['bytes', Buffer.from([0xff, 0xfe, 0x00]), { form: 'bytes', text: '' }],
  ['deep JSON', '['.repeat(200_000), { form: 'large', value: null, isCut: false }],
  ['long JSON', `["${'x'.repeat(5_000_000)}"]`, { form: 'large', value: null, isCut: true }],
  ['exact', '{"id":12345678901234567890123}', { value: { id: { $n: '12345678901234567890123' } } }],
  ['nothing', '', { form: 'text', text: '' }],
])('%s is told as what it is', (_, body, told) => {
  expect(readBody(Buffer.from(body))).toMatchObject(told);
});
