/** What every file of these tests begins with: a host answered by hand, and nothing left drawn. */
import { afterEach, beforeEach, vi } from 'vitest';
import { useHistory } from '#renderer/state/history.ts';
import { savePendingWorkspace } from '#renderer/state/workspace.ts';
import { resetHost } from './fake-host.ts';
import { unmount } from './mount.tsx';

vi.mock('#renderer/host/index.ts', () => import('./fake-host.ts'));

// Growing text areas ask when fonts have come, and the rest of the window is loaded in idle time; happy-dom has
// neither.
Object.assign(document, { fonts: new EventTarget() });
Object.assign(globalThis, { requestIdleCallback: setTimeout });

beforeEach(resetHost);
beforeEach(() => useHistory.setState(useHistory.getInitialState()));
// Files share a worker: a clock that stands still would stop the next file’s tests.
afterEach(() => void vi.useRealTimers());
afterEach(unmount);
// Tabs are saved a moment after they change: not in the middle of the next test.
afterEach(savePendingWorkspace);
