import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTurns } from '#main/core/runs/limits.ts';

const never = new AbortController().signal;

describe('turns', () => {
  let turns: ReturnType<typeof createTurns>;
  beforeEach(() => void (turns = createTurns()));

  it('[25] lets one call per credential go at a time', async () => {
    const order: string[] = [];
    const first = await turns.take('key', false, never);
    expect(await turns.take('another key', false, never)).not.toBeNull();
    const second = turns.take('key', false, never).then((release) => {
      order.push('second');
      return release;
    });
    await Promise.resolve();
    order.push('first done');
    first?.();
    (await second)?.();
    expect(order).toEqual(['first done', 'second']);
    expect(turns.busy('key')).toBe(false);
  });

  it('lets a first page go before the pages of longer runs', async () => {
    const release = await turns.take('key', false, never);
    const order: string[] = [];
    const take = async (name: string, first: boolean): Promise<void> => {
      const done = await turns.take('key', first, never);
      order.push(name);
      done?.();
    };
    const all = [take('long', false), take('first page', true), take('longer', false)];
    release?.();
    await Promise.all(all);
    expect(order).toEqual(['first page', 'long', 'longer']);
  });

  it('lets a stopped caller leave the line', async () => {
    const release = await turns.take('key', false, never);
    const stop = new AbortController();
    const left = turns.take('key', false, stop.signal);
    const stays = turns.take('key', false, never);
    stop.abort();
    expect(await left).toBeNull();
    release?.();
    expect(await Promise.race([stays, turn('still waits')])).toBeTypeOf('function');
  });
});
