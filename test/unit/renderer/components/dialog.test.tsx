import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Dialog, DialogForm, PanelPopover } from '#renderer/components/dialog/Dialog.tsx';
import { mount } from '../mount.tsx';

function Asking() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Name
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Name">
        <input data-wanted />
        <button type="button" id="close" onClick={() => setOpened(false)}>
          Close
        </button>
      </Dialog>
    </>
  );
}

function Panel() {
  const [opened, setOpened] = useState(false);
  const target = (
    <button type="button" onClick={() => setOpened(true)}>
      Go to
    </button>
  );
  return (
    <PanelPopover opened={opened} onChange={setOpened} label="Go to row" target={target}>
      <button type="button" id="close" onClick={() => setOpened(false)}>
        Close
      </button>
      <input data-autofocus data-wanted />
    </PanelPopover>
  );
}

it.each([
  ['dialog', <Asking key="dialog" />],
  ['panel', <Panel key="panel" />],
])(
  'a %s takes the keys as soon as it is on screen, and gives the focus back',
  async (_what, asking) => {
    await mount(asking);
    const opener = document.querySelector('button');
    opener?.focus();
    // What moves the focus by a timer comes too late for a quick person.
    vi.useFakeTimers();
    act(() => opener?.click());
    expect(document.activeElement).toBe(document.querySelector('[data-wanted]'));
    act(() => document.querySelector<HTMLElement>('#close')?.click());
    act(() => void vi.runAllTimers());
    expect(document.activeElement).toBe(opener);
    vi.useRealTimers();
  },
);

const close = (): void => undefined;

function Repeat({ isRead = true }: { isRead?: boolean }) {
  const [isHere, setHere] = useState(isRead);
  return (
    <Dialog opened onClose={close} title="Repeat">
      <button type="button" id="read" onClick={() => setHere(true)}>
        Read
      </button>
      {isHere && (
        <DialogForm submit="Save" act={() => null}>
          <input type="radio" name="when" />
          <input type="radio" name="when" defaultChecked data-wanted />
          <input />
        </DialogForm>
      )}
    </Dialog>
  );
}

const wanted = () => document.querySelector('[data-wanted]');

it('a dialog begins at its first field, at what is chosen of several, and never at what closes it', async () => {
  await mount(<Repeat />);
  expect(document.activeElement).toBe(wanted());
  // A moment later Mantine moves the focus once more.
  await act(() => vi.waitFor(() => new Promise((done) => setTimeout(done, 5))));
  expect(document.activeElement).toBe(wanted());
});

it('the first field of a form that is drawn later gets the focus, unless somebody is in the dialog by then', async () => {
  for (const isIn of [false, true]) {
    await mount(<Repeat isRead={false} />);
    const read = document.querySelector<HTMLElement>('#read');
    if (isIn) read?.focus();
    act(() => read?.click());
    expect(document.activeElement).toBe(isIn ? read : wanted());
  }
});
