import { expect, it, vi } from 'vitest';
import { createSampleStarter } from '#main/launch/start-core.ts';

const service = () => ({
  address: 'http://127.0.0.1:1',
  accessKey: 'k',
  sessionToken: 'x.y.z',
  close: vi.fn<() => Promise<void>>(async () => undefined),
});

it('createSampleStarter starts at first use, once, and ends what it started', async () => {
  const running = service();
  const start = vi.fn<() => Promise<typeof running>>(async () => running);
  const sample = createSampleStarter(start);
  // Nothing that never started is ended.
  await sample.close();
  expect([start.mock.calls, running.close.mock.calls]).toEqual([[], []]);
  const both = await Promise.all([sample.get(), sample.get()]);
  expect(both).toEqual([running, running]);
  expect(start).toHaveBeenCalledTimes(1);
  await sample.close();
  expect(running.close).toHaveBeenCalledTimes(1);
});

it('createSampleStarter tries again after a failed start', async () => {
  const running = service();
  const start = vi
    .fn<() => Promise<typeof running>>()
    .mockRejectedValueOnce(new Error('no port'))
    .mockResolvedValueOnce(running);
  const sample = createSampleStarter(start);
  await expect(sample.get()).rejects.toThrow('no port');
  expect(await sample.get()).toBe(running);
});
