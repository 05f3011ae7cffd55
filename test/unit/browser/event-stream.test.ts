import { describe, expect, it, vi } from 'vitest';
import { openEventStream } from '#main/browser/event-stream.ts';
import { createFakeCore, someEvent } from './fake-core.ts';

describe('openEventStream', () => {
  it('lets a reader go past the limit, once, and holds nothing more for it', () => {
    const core = createFakeCore();
    const drop = vi.fn<() => void>();
    const ended = vi.fn<() => void>();
    openEventStream({ core, heartbeatMs: 60_000, maxUnreadBytes: 300, drop }, ended);
    const tell = [...core.listeners][0];
    for (let told = 0; told < 20; told++) tell?.(someEvent);
    expect(drop).toHaveBeenCalledTimes(1);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(core.listeners.size).toBe(0);
  });

  it('ends once, from whichever side', async () => {
    const core = createFakeCore();
    const ended = vi.fn<() => void>();
    const drop = vi.fn<() => void>();
    const options = { core, heartbeatMs: 60_000, maxUnreadBytes: 300, drop };
    const ours = openEventStream(options, ended);
    ours.close();
    ours.close();
    await ours.body.cancel();
    const theirs = openEventStream(options, ended);
    await theirs.body.cancel();
    theirs.close();
    expect(ended).toHaveBeenCalledTimes(2);
    expect(core.listeners.size).toBe(0);
    expect(drop).not.toHaveBeenCalled();
  });
});
