/** Back and forward: what they lead to is tested in a browser (`e2e`). */
import { expect, it, onTestFinished, vi } from 'vitest';
import { usePlaces } from '#renderer/features/shell/places.ts';
import { draw } from '../draw.tsx';
import { makeSnapshot } from '../make.ts';

function Places() {
  usePlaces();
  return null;
}

it('a mouse’s side buttons go back and forward, but not behind a dialog: what was typed there would be lost', async () => {
  const go = vi.spyOn(window.history, 'go').mockReturnValue();
  onTestFinished(() => go.mockRestore());
  await draw(<Places />, { snapshot: makeSnapshot() });
  const press = (button: number): boolean =>
    document.body.dispatchEvent(
      new MouseEvent('mouseup', { button, bubbles: true, cancelable: true }),
    );
  expect([press(0), press(3), press(4)]).toEqual([true, false, false]);
  expect(go.mock.calls).toEqual([[-1], [1]]);
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  document.body.append(dialog);
  onTestFinished(() => dialog.remove());
  // Nor does a browser by itself.
  expect([press(3), go.mock.calls.length]).toEqual([false, 2]);
});
