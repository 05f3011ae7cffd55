import type { BrowserWindow, MessageBoxOptions, WebContents } from 'electron';
import { expect, it } from 'vitest';
import { offerReload } from '#main/electron/window-trouble.ts';
import { createEvents, standIn } from './stand-in.ts';
import { aMoment } from './world.ts';

/** A window in trouble, and a person who answers when the test says so. */
function open() {
  const events = createEvents();
  const seen: string[] = [];
  let closed = false;
  let press: (label: string) => void = () => undefined;
  const window = standIn<BrowserWindow>({
    isDestroyed: () => closed,
    destroy: () => void seen.push('closed'),
    webContents: standIn<WebContents>({
      on: events.on,
      reload: () => void seen.push('loaded again'),
      forcefullyCrashRenderer() {
        seen.push('crashed by us');
        events.emit('render-process-gone', {}, { reason: 'crashed' });
        expect(seen.at(-1), 'not within the event').toBe('crashed by us');
      },
    }),
  });
  const showMessageBox = (...given: unknown[]): Promise<Electron.MessageBoxReturnValue> => {
    const { message, buttons = [], cancelId = 0, signal } = given.at(-1) as MessageBoxOptions;
    seen.push(message);
    return new Promise((resolve) => {
      let isOpen = true;
      const answer = (response: number): void => {
        isOpen = false;
        resolve({ response, checkboxChecked: false });
      };
      press = (label) => answer(buttons.indexOf(label));
      signal?.addEventListener('abort', () => {
        if (isOpen) seen.push('taken back');
        answer(cancelId);
      });
    });
  };
  offerReload(window, { showMessageBox });
  /** What happens to it, and the answers to the question that is open. */
  const acts = {
    'it crashes': () => events.emit('render-process-gone', {}, { reason: 'crashed' }),
    'it has no memory left': () => events.emit('render-process-gone', {}, { reason: 'oom' }),
    'it is killed': () => events.emit('render-process-gone', {}, { reason: 'killed' }),
    'its page ends': () => events.emit('render-process-gone', {}, { reason: 'clean-exit' }),
    'it hangs': () => events.emit('unresponsive'),
    'it answers again': () => events.emit('responsive'),
    'it is closed': () => void (closed = true),
    'Open It Again': () => press('Open It Again'),
    Close: () => press('Close'),
    Wait: () => press('Wait'),
  };
  return { seen, acts };
}

const stopped = 'The window stopped working.';
const hangs = 'The window isn’t responding.';

type Act = keyof ReturnType<typeof open>['acts'];
it.each<[acts: Act[], seen: string[]]>([
  [
    ['it crashes', 'Open It Again'],
    [stopped, 'loaded again'],
  ],
  [
    ['it has no memory left', 'Open It Again'],
    [stopped, 'loaded again'],
  ],
  [
    ['it is killed', 'Close'],
    [stopped, 'closed'],
  ],
  // It left by itself, or with its window.
  [['its page ends', 'it is closed', 'it crashes'], []],
  [['it crashes', 'it is closed', 'Open It Again'], [stopped]],
  [
    ['it hangs', 'Open It Again', 'it crashes'],
    [hangs, 'crashed by us', 'loaded again', stopped],
  ],
  [
    ['it hangs', 'it answers again', 'it hangs', 'Wait'],
    [hangs, 'taken back', hangs],
  ],
  [
    ['it hangs', 'it has no memory left', 'Open It Again'],
    [hangs, 'taken back', stopped, 'loaded again'],
  ],
])('a window: %j; what is seen: %j', async (done, expected) => {
  const { seen, acts } = open();
  for (const act of done) {
    acts[act]();
    await aMoment();
    await aMoment();
  }
  expect(seen).toEqual(expected);
});
