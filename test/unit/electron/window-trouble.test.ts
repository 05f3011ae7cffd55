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
  const emit = async (name: string, ...args: unknown[]): Promise<void> => {
    events.emit(name, ...args);
    await aMoment();
    await aMoment();
  };
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
      const answer = (response: number): void => resolve({ response, checkboxChecked: false });
      press = (label) => answer(buttons.indexOf(label));
      signal?.addEventListener('abort', () => {
        seen.push('taken back');
        answer(cancelId);
      });
    });
  };
  offerReload(window, { showMessageBox });
  return {
    seen,
    emit,
    /** Presses a button of the question that is open. */
    press: async (label: string) => {
      press(label);
      await aMoment();
      await aMoment();
    },
    close: () => (closed = true),
  };
}

const stopped = 'The window stopped working.';
const hangs = 'The window isn’t responding.';
const again = 'Open It Again';

it.each([
  ['crashed', again, [stopped, 'loaded again']],
  ['oom', again, [stopped, 'loaded again']],
  ['killed', 'Close', [stopped, 'closed']],
])('a page that crashed %s, answered with %s: %j', async (reason, answer, expected) => {
  const { seen, emit, press } = open();
  await emit('render-process-gone', {}, { reason });
  await press(answer);
  expect(seen).toEqual(expected);
});

it('a page that crashed is not asked about when it left by itself, or with its window', async () => {
  const { seen, emit, close } = open();
  await emit('render-process-gone', {}, { reason: 'clean-exit' });
  close();
  await emit('render-process-gone', {}, { reason: 'crashed' });
  expect(seen).toEqual([]);
});

it('a page that crashed is left alone when its window went while the question was open', async () => {
  const { seen, emit, press, close } = open();
  await emit('render-process-gone', {}, { reason: 'crashed' });
  close();
  await press(again);
  expect(seen).toEqual([stopped]);
});

it('a page that hangs is crashed and loaded again when the person wants it; a later crash is asked about', async () => {
  const { seen, emit, press } = open();
  await emit('unresponsive');
  await press(again);
  expect(seen).toEqual([hangs, 'crashed by us', 'loaded again']);
  await emit('render-process-gone', {}, { reason: 'crashed' });
  expect(seen.at(-1)).toBe(stopped);
});

it('a page that hangs takes its question back when it answers again, and is waited for otherwise', async () => {
  const { seen, emit, press } = open();
  await emit('unresponsive');
  await emit('responsive');
  await emit('unresponsive');
  await press('Wait');
  expect(seen).toEqual([hangs, 'taken back', hangs]);
});

it('a page that hangs and crashes after all is asked about once', async () => {
  const { seen, emit, press } = open();
  await emit('unresponsive');
  await emit('render-process-gone', {}, { reason: 'oom' });
  await press(again);
  expect(seen).toEqual([hangs, 'taken back', stopped, 'loaded again']);
});
