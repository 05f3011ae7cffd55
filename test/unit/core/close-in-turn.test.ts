import { expect, it } from 'vitest';
import { closeInTurn } from '#main/core/store/serial.ts';

it('closes everything in order, and says afterwards what went wrong', async () => {
  const closed: string[] = [];
  const step = (name: string, error?: Error) => async () => {
    await new Promise((resolve) => setImmediate(resolve));
    closed.push(name);
    if (error !== undefined) throw error;
  };
  const [full, gone] = [new Error('full'), new Error('gone')];
  await closeInTurn([step('one'), step('two')]);
  await expect(closeInTurn([step('three', full), step('four')])).rejects.toBe(full);
  const both = closeInTurn([
    step('five', full),
    () => void closed.push('six'),
    step('seven', gone),
  ]);
  await expect(both).rejects.toMatchObject({ errors: [full, gone] });
  expect(closed).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven']);
});
