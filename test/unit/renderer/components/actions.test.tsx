/** Actions as lines of menus, as buttons, as offers and as keys. */
import { Star } from 'lucide-react';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import {
  ActionButton,
  ActionMenu,
  keysOf,
  offersNow,
  useOffer,
  type Action,
} from '#renderer/components/actions.tsx';
import { draw } from '../draw.tsx';
import { button, click, menuItem, only, press } from '../explore/window.tsx';

const nothing = (): void => undefined;
const menu = (): HTMLElement | null => document.querySelector('[role="menu"]');
const drawMenu = (...sections: Action[][]): Promise<void> =>
  draw(
    <ActionMenu sections={() => sections}>
      <button type="button">Open</button>
    </ActionMenu>,
  );

it.each([
  ['the button that opened it', () => button('Open')],
  ['a line of it', () => menuItem('One')],
  ['nothing', () => document.body],
])('Escape closes a menu and nothing behind it, with the focus on %s', async (_on, target) => {
  const behind = vi.fn();
  await draw(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is behind
    <div onKeyDown={behind}>
      <ActionMenu sections={() => [[{ label: 'One', act: nothing }]]}>
        <button type="button">Open</button>
      </ActionMenu>
    </div>,
  );
  window.addEventListener('keydown', behind);
  button('Open').focus();
  await click(button('Open'));
  expect(menu()).not.toBeNull();
  await press(target(), 'Escape');
  expect(menu()).toBeNull();
  expect(document.activeElement).toBe(button('Open'));
  expect(behind).not.toHaveBeenCalled();
  window.removeEventListener('keydown', behind);
});

it('keys reach the first line of a menu that can be chosen, below its heading', async () => {
  await drawMenu(
    [],
    [{ label: 'Sort' }, { label: 'Ascending', isDisabled: true, act: nothing }],
    [{ label: 'Descending', act: nothing }],
  );
  await click(button('Open'));
  expect(document.activeElement?.textContent).toBe('Descending');
  expect(
    document.querySelectorAll('[role="menu"] hr, [role="menu"] [class*="divider"]').length,
  ).toBe(1);
});

it('what a line opens has the focus, and gives it back to the button of the menu', async () => {
  const opened = vi.fn(() => document.activeElement);
  await drawMenu([{ label: 'Rename…', act: () => void opened() }]);
  button('Open').focus();
  await click(button('Open'));
  await click(menuItem('Rename…'));
  expect(opened).toHaveReturnedWith(button('Open'));
});

it('a button does it once at a time', async () => {
  let finish = nothing;
  const star = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  await draw(<ActionButton action={{ label: 'Star', icon: Star, act: star }} />);
  await click(button('Star'));
  await click(button('Star'));
  expect(star).toHaveBeenCalledTimes(1);
  await act(async () => finish());
  await click(button('Star'));
  expect(star).toHaveBeenCalledTimes(2);
});

const pressed = (key: string, held: Partial<KeyboardEventInit> = {}) =>
  keysOf(new KeyboardEvent('keydown', { key, ...held }));

it('keys are named as they are written, on every keyboard layout', () => {
  expect(pressed('t', { ctrlKey: true, shiftKey: true })).toBe('Ctrl+Shift+T');
  expect(pressed('g', { metaKey: true })).toBe('Ctrl+G');
  expect(pressed('п', { code: 'KeyG', ctrlKey: true })).toBe('Ctrl+G');
  expect(pressed('ArrowLeft', { altKey: true, shiftKey: true })).toBe('Alt+Shift+←');
  expect([pressed('Escape'), pressed(' '), pressed('F2')]).toEqual(['Esc', 'Space', 'F2']);
});

it('Ctrl+A selects all of a text field, and nothing of a page', async () => {
  await draw(
    <>
      <input aria-label="Words" />
      <input type="checkbox" aria-label="Also" />
    </>,
  );
  const isLeft = (label: string): boolean => {
    const keys = { key: 'a', ctrlKey: true, bubbles: true, cancelable: true };
    return only(`[aria-label="${label}"]`).dispatchEvent(new KeyboardEvent('keydown', keys));
  };
  expect([isLeft('Words'), isLeft('Also')]).toEqual([true, false]);
});

it('what is offered is listed and has its keys while it can be done, but not behind a dialog', async () => {
  const goTo = vi.fn();
  function Offering({ isDisabled, isBehind }: { isDisabled: boolean; isBehind: boolean }) {
    useOffer('rows', () => ({ label: 'Go to row…', keys: 'Ctrl+G', isDisabled, act: goTo }));
    return isBehind ? ( // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as Mantine’s are
      <div role="dialog" />
    ) : null;
  }
  const pressKeys = async (change: { isDisabled?: boolean; isBehind?: boolean }) => {
    await draw(<Offering isDisabled={false} isBehind={false} {...change} />);
    const event = new KeyboardEvent('keydown', {
      key: 'g',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    });
    await act(async () => document.body.dispatchEvent(event));
    return [offersNow().length, goTo.mock.calls.length, event.defaultPrevented];
  };
  expect(await pressKeys({ isDisabled: true })).toEqual([0, 0, false]);
  expect(await pressKeys({ isBehind: true })).toEqual([1, 0, false]);
  expect(await pressKeys({})).toEqual([1, 1, true]);
});
