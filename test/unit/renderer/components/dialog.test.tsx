import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Dialog, PanelPopover } from '#renderer/components/dialog/Dialog.tsx';
import { mount } from '../mount.tsx';

function Asking() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Name
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Name">
        <input data-autofocus />
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
      <input data-autofocus />
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
    expect(document.activeElement).toBe(document.querySelector('[data-autofocus]'));
    act(() => document.querySelector<HTMLElement>('#close')?.click());
    act(() => void vi.runAllTimers());
    expect(document.activeElement).toBe(opener);
    vi.useRealTimers();
  },
);
