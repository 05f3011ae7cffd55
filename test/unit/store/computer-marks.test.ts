/** What this computer wrote itself is recognised; what others could have written or copied is not. */
import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createComputerMarks, marksName } from '#main/core/store/computer-marks.ts';
import { testFolder } from '#test/support/store/runs.ts';

it('is the same after a restart, and another one for anything else, in a copy or with a copied secret', () => {
  const home = testFolder();
  const mark = createComputerMarks(home).of('/a/runs/1', 'op_1');
  expect(mark).toMatch(/^[\w-]{43}$/);
  expect(createComputerMarks(home).of('/a/runs/1', 'op_1')).toBe(mark);
  expect(statSync(join(home, marksName)).mode & 0o777).toBe(0o600);

  const copied = testFolder();
  cpSync(join(home, marksName), join(copied, marksName), { preserveTimestamps: true });
  const others = [
    createComputerMarks(home).of('/b/runs/1', 'op_1'),
    createComputerMarks(home).of('/a/runs/1', 'op_2'),
    createComputerMarks(testFolder()).of('/a/runs/1', 'op_1'),
    createComputerMarks(copied).of('/a/runs/1', 'op_1'),
  ];
  expect(new Set([mark, ...others]).size).toBe(5);
});

it('is none where the secret can’t be written', () => {
  expect(createComputerMarks(join(testFolder(), 'missing')).of('/a', 'op_1')).toBeNull();
});
