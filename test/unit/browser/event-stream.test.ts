import { describe, expect, it, vi } from 'vitest';
import { openEventStream } from '#main/browser/event-stream.ts';
import { createFakeCore, someEvent } from './fake-core.ts';

describe('openEventStream', () => {
  it('lets a reader go past the limit, once, and holds nothing more for it', () => {
    const core = createFakeCore();
    const drop = vi.fn<() => void>();
    openEventStream({ core, heartbeatMs: 60_000, maxUnreadBytes: 300, drop });
    const tell = [...core.listeners][0];
    for (let told = 0; told < 20; told++) tell?.(someEvent);
    expect(drop).toHaveBeenCalledTimes(1);
    expect(core.listeners.size).toBe(0);
  });

  it('stops listening when its reader leaves', async () => {
    const core = createFakeCore();
    const drop = vi.fn<() => void>();
    const events = openEventStream({ core, heartbeatMs: 60_000, maxUnreadBytes: 300, drop });
    expect(core.listeners.size).toBe(1);
    await events.cancel();
    expect(core.listeners.size).toBe(0);
    expect(drop).not.toHaveBeenCalled();
  });
});
