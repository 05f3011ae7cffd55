/** Ids beyond 2^53 keep every digit on the wire. */
import { expect, it } from 'vitest';
import { writeJson } from '#main/sample-service/json.ts';
import { question, startService, targetOf } from './asking.ts';

it.each([
  ['shortvideo.posts.by-user', /"id":(\d{19}),/],
  ['shortvideo.posts.by-sound', /"userId":(\d{18,19}),/],
  ['shortvideo.sounds.search', /"id":(\d{19}),/],
])('%s sends JSON integers that a Number can’t hold', async (id, pattern) => {
  const service = await startService();
  const { raw } = await question(service, id);
  const digits = [...raw.matchAll(new RegExp(pattern, 'g'))].map((match) => match[1] ?? '');
  expect(digits.length).toBeGreaterThan(10);
  expect(digits.some((given) => String(Number(given)) !== given)).toBe(true);
  // Rounding to a Number leaves zeros at the end.
  expect(digits.filter((given) => given.endsWith('00')).length).toBeLessThan(digits.length / 3);
});

it('sends the very digits that were asked for', async () => {
  const service = await startService();
  const { raw } = await question(service, 'shortvideo.comments.get');
  expect(raw).toContain('"id":7312345678901230001,');
  expect(raw).toContain('"postId":7312345678901234567,');
  const long = '98765432109876543210987654321098765432109876543211';
  const fifty = await question(service, 'shortvideo.comments.get', { id: long });
  expect(fifty.raw).toContain(`"postId":${long},`);
});

it.each([
  ['microblog.posts.search', /"id":"\d{19}"/],
  ['photoshare.posts.search', /"id":"\d{19}_\d+"/],
])('%s sends ids as text', async (id, pattern) => {
  const service = await startService();
  expect((await question(service, id)).raw).toMatch(pattern);
});

it('is what JSON.parse reads back', () => {
  const value = { a: [1, 2.5, null, true], 'b"\n': { c: 'x\u2028“', d: [] }, e: '' };
  expect(JSON.parse(writeJson(value))).toEqual(value);
  expect(writeJson({ id: 2n ** 63n - 1n })).toBe('{"id":9223372036854775807}');
});

it('every kind of JSON value occurs', async () => {
  const service = await startService();
  const raws: string[] = [];
  for (const id of ['microblog.posts.search', 'photoshare.posts.search', 'microblog.users.get']) {
    raws.push((await question(service, id)).raw);
  }
  const all = raws.join('\n');
  for (const part of [':null', ':true', ':false', ':""', ':[]', ':["', ':{"', ':0', '\\n']) {
    expect(all, `${part} in ${targetOf('microblog.posts.search')}…`).toContain(part);
  }
});
