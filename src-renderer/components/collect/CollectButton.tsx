/**
 * A button that opens the panel in which pages are collected: *Get several pages…* in the form
 * for a new run, *Get all…* in the run bar for going on.
 */
import { Button } from '@mantine/core';
import { Files } from 'lucide-react';
import { useState } from 'react';
import type { RunLimit } from '#shared/contract/run.ts';
import { useOfferedButton } from '../commands/commands.ts';
import { PanelPopover } from '../PanelPopover.tsx';
import { CollectPanel } from './CollectPanel.tsx';
import type { TypedLimit } from './limit-input.ts';
import type { OutlookOf } from './use-outlook.ts';

interface CollectButtonProps {
  /** With its ellipsis: it opens something. */
  label: string;
  size: 'xs' | 'sm';
  position: 'bottom-start' | 'top-start';
  disabled?: boolean;
  about: OutlookOf;
  startWith: TypedLimit;
  /** Answers false when the panel must not open yet. */
  mayOpen?: () => boolean;
  onStart: (limit: RunLimit) => void;
}

export function CollectButton(props: CollectButtonProps) {
  const { label, size, position, disabled = false, about, startWith, mayOpen, onStart } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useOfferedButton('ask', { title: label, detail: null, icon: Files });
  const name = label.replace(/…$/, '');
  return (
    <PanelPopover
      label={name}
      opened={isOpen && !disabled}
      onChange={setOpen}
      position={position}
      width={356}
      panel={{ p: 0 }}
      target={
        <Button
          ref={button}
          size={size}
          variant="default"
          disabled={disabled}
          aria-haspopup="dialog"
          aria-expanded={isOpen && !disabled}
          onClick={() => setOpen(!isOpen && (mayOpen?.() ?? true))}
        >
          {label}
        </Button>
      }
    >
      <CollectPanel
        about={about}
        startWith={startWith}
        onStart={(limit) => {
          setOpen(false);
          onStart(limit);
        }}
        onCancel={() => setOpen(false)}
      />
    </PanelPopover>
  );
}
